import { Download } from 'lucide-react';
import { Button } from '../../ui/button.tsx';

/** Exports a list; says how far it is while it runs. */
export function ExportButton({ count, onExport }: { count: number | null; onExport: () => void }) {
  return (
    <Button icon={<Download />} busy={count !== null} onClick={onExport}>
      {count === null ? 'Export CSV' : `Reading… ${count}`}
    </Button>
  );
}
