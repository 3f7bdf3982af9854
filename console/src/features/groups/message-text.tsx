import { Fragment } from 'react';

const LINK = /(https:\/\/[^\s<>"'`]+[^\s<>"'`.,;:!?)\]])/g;

/** What people wrote, as text and nothing else; addresses by https become links. */
export function MessageText({ text }: { text: string }) {
  const parts = text.split(LINK);
  return (
    <p className="msg-text">
      {parts.map((part, place) => {
        const key = `${place} ${part}`;
        // Every second part is what the expression has caught.
        if (place % 2 === 0) return <Fragment key={key}>{part}</Fragment>;
        return (
          <a
            key={key}
            className="link"
            href={part}
            target="_blank"
            rel="noopener noreferrer nofollow"
          >
            {part}
          </a>
        );
      })}
    </p>
  );
}
