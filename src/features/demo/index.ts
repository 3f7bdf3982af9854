export { createDemoWorld, type DemoDeps } from './create-demo-world.ts';
export { type DemoUser, type DemoWorld, demoSummary } from './world.ts';
