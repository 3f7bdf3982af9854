import { useNavigate } from '@tanstack/react-router';

/** The kinds of markets that a call can be about. */
const kinds = ['token', 'stock', 'market', 'perp'] as const;
export type Kind = (typeof kinds)[number];

/** What the address of the page says of the call that is being made. */
export interface Draft {
  readonly groupId?: string;
  readonly kind?: string;
  readonly id?: string;
  readonly market?: string;
  readonly side?: string;
  readonly amountUsd?: string;
  readonly leverage?: string;
}

export const kindOf = ({ kind }: Draft): Kind => kinds.find((one) => one === kind) ?? 'token';

/** Changes the address in place, so that it can be sent to somebody and Back leaves the page. */
export function useDraftChange() {
  const navigate = useNavigate();
  return (next: Draft): void => {
    const search = Object.fromEntries(
      Object.entries(next).filter(([, value]) => value !== undefined && value !== ''),
    );
    void navigate({ to: '/propose', search, replace: true });
  };
}
