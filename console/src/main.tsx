import '@fontsource-variable/inter/wght.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/layout.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { tokens } from './api/client.ts';
import { queryClient } from './api/queries.ts';
import { live } from './live/client.ts';
import { router } from './router.tsx';
import { applyTheme } from './shell/theme.ts';
import { Toaster } from './ui/toaster.tsx';

applyTheme();

// Who signs out, here or elsewhere, leaves nothing behind in the page.
tokens.subscribe(() => {
  if (tokens.state() !== 'signed-out') return;
  live.sockets.close();
  queryClient.clear();
  void router.invalidate();
});

// After an update of the service the page may ask for a file that is gone: it begins anew, once.
addEventListener('vite:preloadError', () => {
  if (sessionStorage.getItem('skein.reloaded') === location.href) return;
  sessionStorage.setItem('skein.reloaded', location.href);
  location.reload();
});

const element = document.getElementById('root');
if (element) {
  createRoot(element).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toaster />
      </QueryClientProvider>
    </StrictMode>,
  );
}
