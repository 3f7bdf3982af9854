import { Copy } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';

/** A long address, shortened, that one press copies whole. */
export function CopyText({ text, label }: { text: string; label: string }) {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      toast.good('Copied', `The ${label} is in your clipboard.`);
    } catch {
      toast.info('It could not be copied', text);
    }
  };
  return (
    <span className="row">
      <span className="num" title={text}>
        {text.slice(0, 4)}…{text.slice(-4)}
      </span>
      <Button
        look="quiet"
        size="s"
        icon={<Copy />}
        label={`Copy the ${label}`}
        onClick={() => void copy()}
      />
    </span>
  );
}
