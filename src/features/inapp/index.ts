export { type InAppDeps, mountGraphQl } from './mount.ts';
