import { useQuery } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { auth } from '../features/entrance/auth-api.ts';
import { Button } from '../ui/button.tsx';

const SandboxDrawer = lazy(() => import('../features/sandbox/sandbox-drawer.tsx'));

/** Opens the sandbox where there is one; what is behind the button is loaded when it is pressed. */
export function SandboxButton() {
  const [open, setOpen] = useState(false);
  const config = useQuery({ queryKey: ['auth', 'config'], queryFn: auth.config });
  if (!config.data?.sandbox) return null;
  return (
    <>
      <Button
        look="quiet"
        icon={<FlaskConical />}
        label="Sandbox"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense>
          <SandboxDrawer onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
