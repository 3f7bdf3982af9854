import { type ReactNode, useState } from 'react';
import { classNames } from './class-names.ts';
import './marks.css';

/** A short word about a state. */
export function Badge(props: {
  tone?: 'neutral' | 'accent' | 'up' | 'down' | 'warn';
  children: ReactNode;
}) {
  return <span className={`badge ${props.tone ?? 'neutral'}`}>{props.children}</span>;
}

/** One of the eight hues, always the same one for a name. */
export function hueOf(name: string): number {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997;
  return sum % 8;
}

export const initialsOf = (name: string): string => {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const letters =
    words.length > 1 ? [words[0]?.[0], words[1]?.[0]] : [...(words[0] ?? '?')].slice(0, 2);
  return letters.join('').toUpperCase();
};

type PictureSize = 16 | 20 | 24 | 28 | 32 | 40 | 56;

interface PictureProps {
  readonly name: string;
  /** An https address, or "" for none. */
  readonly src?: string | null | undefined;
  /** In pixels. */
  readonly size?: PictureSize;
}

function Picture({ name, src, size = 28, round }: PictureProps & { round: boolean }) {
  const [broken, setBroken] = useState(false);
  const shown = src && !broken ? src : null;
  return (
    <span
      className={classNames('picture', round && 'round', `picture-${size}`, `hue-${hueOf(name)}`)}
      aria-hidden="true"
      // Drawn by the style: as text they would count as the words on a button with its own label.
      data-initials={shown ? undefined : initialsOf(name)}
    >
      {shown && (
        <img
          src={shown}
          alt=""
          loading="lazy"
          referrerPolicy="no-referrer"
          onError={() => setBroken(true)}
        />
      )}
    </span>
  );
}

/** A person: the picture, else initials on a colour that belongs to the name. */
export const Avatar = (props: PictureProps) => <Picture {...props} round />;

/** A group, in a square: the picture that its admins chose, else initials. */
export const GroupEmblem = (props: PictureProps) => <Picture {...props} round={false} />;

/**
 * An event or a market, in a square. Pictures of market data lie with strangers: loading them would
 * tell them what somebody looks at, and fail without the internet. So `src` is left aside here and
 * for tokens.
 */
export const Emblem = ({ name, size = 28 }: PictureProps) => (
  <Picture name={name} size={size} round={false} />
);

/** A token or a stock by the beginning of its symbol. */
export const TokenIcon = ({
  symbol,
  size = 28,
}: { symbol: string } & Omit<PictureProps, 'name'>) => <Picture name={symbol} size={size} round />;

/** The pictures of some people beside each other, and how many more there are. */
export function AvatarRow(props: { names: readonly string[]; more?: number }) {
  const { names, more = 0 } = props;
  return (
    <span className="avatar-row">
      {names.slice(0, 5).map((name) => (
        <Avatar key={name} name={name} src={name.startsWith('https:') ? name : null} size={20} />
      ))}
      {more > 0 && <span className="small quiet num">+{more}</span>}
    </span>
  );
}
