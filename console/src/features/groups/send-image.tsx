import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';

const HTTPS = /^https:\/\/[^\s\\]+$/i;

/** A picture by its address, which must be https. */
export function SendImage(props: {
  open: boolean;
  onClose: () => void;
  onSend: (url: string) => void;
}) {
  const { open, onClose, onSend } = props;
  const [url, setUrl] = useState('');
  const fits = HTTPS.test(url.trim()) && URL.canParse(url.trim());
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Send a picture"
      size="s"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            disabled={!fits}
            onClick={() => {
              onSend(url.trim());
              setUrl('');
            }}
          >
            Send
          </Button>
        </>
      }
    >
      <Field
        label="Address of the picture"
        placeholder="https://"
        inputMode="url"
        value={url}
        onText={setUrl}
        error={url === '' || fits ? null : 'It must be an https address.'}
        hint="Everybody in the group loads it from there."
      />
    </Dialog>
  );
}
