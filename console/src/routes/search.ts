type Texts<Name extends string> = { readonly [K in Name]?: string };

/** Reads the named texts of an address; everything else in it is left out. */
export const textsIn =
  <Name extends string>(...names: readonly Name[]) =>
  (search: Record<string, unknown>): Texts<Name> =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = search[name];
        const isText = typeof value === 'string' || typeof value === 'number';
        return isText && value !== '' ? [[name, String(value)]] : [];
      }),
    ) as Texts<Name>;

/** Reads the named switches of an address: there or not. */
export const flagsIn =
  <Name extends string>(...names: readonly Name[]) =>
  (search: Record<string, unknown>): { readonly [K in Name]?: true } =>
    Object.fromEntries(names.flatMap((name) => (search[name] === true ? [[name, true]] : []))) as {
      readonly [K in Name]?: true;
    };

/** A path of the console from an address that came from outside; `/` for anything else. */
export function ownPath(to: string | undefined): string {
  if (!to?.startsWith('/') || to.startsWith('//') || /[\\\s]/.test(to)) return '/';
  return to;
}
