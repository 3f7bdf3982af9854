import type { ReactNode } from 'react';
import { buttonLook } from '../../ui/button.tsx';
import { Frame } from './frame.tsx';

/** Says that a mail is on its way, and where mail goes while no mail server is set. */
export function MailSent(props: { title: string; outbox: boolean; children: ReactNode }) {
  const { title, outbox, children } = props;
  return (
    <Frame title={title} lead={children}>
      {outbox && (
        <div className="stack-s">
          <p className="quiet">
            No mail server is set up here, so mail waits in the outbox of this service. Its page
            asks for the sandbox token that was printed at the first start.
          </p>
          <a className={buttonLook('primary', 'l')} href="/outbox" target="_blank" rel="noreferrer">
            Open the outbox
          </a>
        </div>
      )}
    </Frame>
  );
}
