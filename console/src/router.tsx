import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { tokens } from './api/client.ts';
import { OIDC_PAGE } from './features/entrance/oidc.ts';
import { startAccountEvents } from './live/account-events.ts';
import { NotFoundPage, PageError, PagePending } from './routes/edge-pages.tsx';
import { flagsIn, textsIn } from './routes/search.ts';
import { Shell } from './shell/shell.tsx';

const root = createRootRoute({ notFoundComponent: NotFoundPage });

/** Whether there is a session, asking the service the first time. */
async function isSignedIn(): Promise<boolean> {
  const state = tokens.state() === 'unknown' ? await tokens.restore() : tokens.state();
  return state === 'signed-in';
}

/** Pages for those who are signed in. Others are led to the entrance and back afterwards. */
const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  component: Shell,
  beforeLoad: async ({ location }) => {
    if (!(await isSignedIn())) {
      if (location.pathname === '/') throw redirect({ to: '/welcome' });
      throw redirect({ to: '/sign-in', search: { to: location.href } });
    }
    startAccountEvents();
  },
});

const inApp = () => app;
const outside = () => root;

const appRoutes = [
  createRoute({
    getParentRoute: inApp,
    path: '/',
    component: lazyRouteComponent(() => import('./routes/home.tsx'), 'HomePage'),
  }),
  createRoute({
    getParentRoute: inApp,
    path: '/groups',
    validateSearch: flagsIn('create'),
    component: lazyRouteComponent(() => import('./routes/groups.tsx'), 'GroupsPage'),
  }),
  createRoute({
    getParentRoute: inApp,
    path: '/groups/$groupId',
    validateSearch: textsIn('tab'),
    component: lazyRouteComponent(() => import('./routes/group.tsx'), 'GroupPage'),
  }),
  createRoute({
    getParentRoute: inApp,
    path: '/join/$code',
    component: lazyRouteComponent(() => import('./routes/join.tsx'), 'JoinPage'),
  }),
  createRoute({
    getParentRoute: inApp,
    path: '/propose',
    validateSearch: textsIn('groupId', 'kind', 'id', 'market', 'side', 'amountUsd', 'leverage'),
    component: lazyRouteComponent(() => import('./routes/propose.tsx'), 'ProposePage'),
  }),
  createRoute({
    getParentRoute: inApp,
    path: '/positions',
    validateSearch: textsIn('tab'),
    component: lazyRouteComponent(() => import('./routes/positions.tsx'), 'PositionsPage'),
  }),
  createRoute({
    getParentRoute: inApp,
    path: '/positions/$kind/$id',
    component: lazyRouteComponent(() => import('./routes/position.tsx'), 'PositionPage'),
  }),
  createRoute({
    getParentRoute: inApp,
    path: '/activity',
    validateSearch: textsIn('tab'),
    component: lazyRouteComponent(() => import('./routes/activity.tsx'), 'ActivityPage'),
  }),
  createRoute({
    getParentRoute: inApp,
    path: '/account',
    validateSearch: textsIn('tab'),
    component: lazyRouteComponent(() => import('./routes/account.tsx'), 'AccountPage'),
  }),
] as const;

const discoverRoutes = [
  createRoute({
    getParentRoute: inApp,
    path: '/discover',
    validateSearch: textsIn('tab', 'q', 'category'),
    component: lazyRouteComponent(() => import('./routes/discover.tsx'), 'DiscoverPage'),
  }),
  createRoute({
    getParentRoute: inApp,
    path: '/discover/tokens/$mint',
    component: lazyRouteComponent(() => import('./routes/token.tsx'), 'TokenPage'),
  }),
  createRoute({
    getParentRoute: inApp,
    path: '/discover/stocks/$ticker',
    component: lazyRouteComponent(() => import('./routes/stock.tsx'), 'StockPage'),
  }),
  createRoute({
    getParentRoute: inApp,
    path: '/discover/events/$ticker',
    validateSearch: textsIn('market'),
    component: lazyRouteComponent(() => import('./routes/event.tsx'), 'EventPage'),
  }),
  createRoute({
    getParentRoute: inApp,
    path: '/discover/perps/$symbol',
    component: lazyRouteComponent(() => import('./routes/perp.tsx'), 'PerpPage'),
  }),
] as const;

const entranceRoutes = [
  createRoute({
    getParentRoute: outside,
    path: '/welcome',
    component: lazyRouteComponent(() => import('./routes/welcome.tsx'), 'WelcomePage'),
  }),
  createRoute({
    getParentRoute: outside,
    path: '/sign-in',
    validateSearch: textsIn('to'),
    component: lazyRouteComponent(() => import('./routes/sign-in.tsx'), 'SignInPage'),
  }),
  createRoute({
    getParentRoute: outside,
    path: OIDC_PAGE,
    component: lazyRouteComponent(() => import('./routes/oidc.tsx'), 'OidcPage'),
  }),
  createRoute({
    getParentRoute: outside,
    path: '/sign-up',
    component: lazyRouteComponent(() => import('./routes/sign-up.tsx'), 'SignUpPage'),
  }),
  createRoute({
    getParentRoute: outside,
    path: '/reset-password',
    component: lazyRouteComponent(() => import('./routes/reset.tsx'), 'ResetPage'),
  }),
  createRoute({
    getParentRoute: outside,
    path: '/verify-email',
    component: lazyRouteComponent(() => import('./routes/verify.tsx'), 'VerifyPage'),
  }),
] as const;

export const router = createRouter({
  routeTree: root.addChildren([
    app.addChildren([...appRoutes, ...discoverRoutes]),
    ...entranceRoutes,
  ]),
  defaultPreload: 'intent',
  defaultErrorComponent: PageError,
  defaultPendingComponent: PagePending,
  defaultPendingMs: 300,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
