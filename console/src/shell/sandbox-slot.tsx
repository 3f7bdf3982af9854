/** Where the sandbox drawer is opened from in paper mode. */
export function SandboxButton() {
  return null;
}
