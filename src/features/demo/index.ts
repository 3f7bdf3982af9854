export { createDemoWorld, type DemoDeps } from './create-demo-world.ts';
export { demoSummary } from './world.ts';
