import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { read } from '../../api/queries.ts';
import { TokenIcon } from '../../ui/marks.tsx';
import { LivePrice, Percent } from '../../ui/money.tsx';
import { SearchList } from './search-list.tsx';
import { useSearchText } from './use-search-text.ts';

const SHOWN = 20;

/** Tokens that are traded most, or that a search finds. */
export function ChooseToken({ onChoose }: { onChoose: (mint: string) => void }) {
  const { text, setText, searched } = useSearchText();
  const trending = useQuery(read('/spot/tokens/trending', { query: { limit: SHOWN } }));
  const found = useQuery({
    ...read('/spot/tokens/search', { query: { q: searched, limit: SHOWN } }),
    enabled: searched !== '',
    placeholderData: keepPreviousData,
  });
  const list = searched === '' ? trending : found;
  const tokens = list.data?.filter(({ tags }) => !tags.includes('stock'));
  return (
    <SearchList
      label="Search tokens"
      placeholder="Symbol, name or mint"
      text={text}
      onText={setText}
      error={list.error}
      onRetry={() => void list.refetch()}
      onChoose={onChoose}
      items={tokens?.map((token) => ({
        id: token.id,
        icon: <TokenIcon symbol={token.symbol} src={token.logoUrl} size={32} />,
        name: token.symbol,
        detail: token.verified ? token.name : `${token.name} · not verified`,
        end: (
          <>
            <LivePrice kind="token" id={token.id} initial={token.priceUsd} />
            <span className="small">
              <Percent value={token.priceChange24hPct} tone />
            </span>
          </>
        ),
      }))}
    />
  );
}
