/** Which methods a concrete path takes; asked only when no route was found. */
export interface RouteTable {
  add(methods: string | readonly string[], url: string): void;
  /** Methods of every route that the path fits, in order of registration; none for a 404. */
  methodsOf(path: string): string[];
}

interface Entry {
  readonly segments: readonly string[];
  readonly methods: Set<string>;
}

const fits = (segments: readonly string[], path: readonly string[]): boolean =>
  segments.length === path.length &&
  segments.every((segment, index) =>
    segment.includes(':') ? path[index] !== '' : segment === path[index],
  );

/** Holds the routes of the server. Those with a wildcard are left out: they would fit every path. */
export function createRouteTable(): RouteTable {
  const entries = new Map<string, Entry>();
  return {
    add(methods, url) {
      if (url.includes('*')) return;
      const entry = entries.get(url) ?? { segments: url.split('/'), methods: new Set() };
      entries.set(url, entry);
      for (const method of typeof methods === 'string' ? [methods] : methods) {
        entry.methods.add(method);
      }
    },
    methodsOf(path) {
      const segments = path.split('/');
      const found = new Set<string>();
      for (const entry of entries.values()) {
        if (!fits(entry.segments, segments)) continue;
        for (const method of entry.methods) found.add(method);
      }
      return [...found];
    },
  };
}
