import { useState } from 'react';
import { toast } from '../../ui/toast.tsx';

/** Rows of one page of what is exported: the largest that the service gives. */
export const EXPORT_PAGE = 200;

/** Gives a text to the browser to be kept as a file. */
export function keepAs(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/**
 * Reads a list to its end, page by page, and keeps it as a CSV file. `count` tells how many rows
 * have been read so far while it runs.
 */
export function useExport<Row>(options: {
  readonly name: string;
  readonly page: (cursor: string | undefined) => Promise<{ rows: Row[]; next: string | null }>;
  readonly csv: (rows: readonly Row[]) => string;
}) {
  const [count, setCount] = useState<number | null>(null);
  async function run(): Promise<void> {
    setCount(0);
    try {
      const rows: Row[] = [];
      let cursor: string | undefined;
      do {
        const page = await options.page(cursor);
        rows.push(...page.rows);
        setCount(rows.length);
        cursor = page.next ?? undefined;
      } while (cursor !== undefined);
      keepAs(options.name, options.csv(rows), 'text/csv');
      toast.good('Exported', `${rows.length} rows in ${options.name}.`);
    } catch (problem) {
      toast.failed('The export failed', problem);
    } finally {
      setCount(null);
    }
  }
  return { run, count };
}
