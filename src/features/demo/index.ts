export { createDemoWorld, type DemoDeps } from './create-demo-world.ts';
export { type DemoDoor, demoRoutes } from './visit-route.ts';
export { demoSummary } from './world.ts';
