import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';

/** A text that is there to be copied whole. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const [copied, setCopied] = useState(false);
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      toast.info('Not copied', 'The browser does not allow it here. Mark the text and copy it.');
    }
  }
  return (
    <div className="copy-field">
      <span className="small quiet">{label}</span>
      <div className="copy-row">
        <code>{value}</code>
        <Button
          size="s"
          icon={copied ? <Check /> : <Copy />}
          label={copied ? 'Copied' : `Copy ${label.toLowerCase()}`}
          onClick={() => void copy()}
        />
      </div>
    </div>
  );
}
