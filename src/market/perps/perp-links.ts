/** Where coin logos are that need nothing but the symbol. */
const COIN_LOGOS = 'https://app.hyperliquid.xyz/coins';
/** Markets of coins that have one there; stocks have their token's, commodities none. */
const coinsWithLogo = new Set(
  `SOL BTC ETH XRP HYPE BNB DOGE AAVE SUI ZEC TAO LIT MON NEAR XPL FARTCOIN ENA MEGA JTO VVV JUP PUMP
  MET WLD ONDO RENDER VIRTUAL MORPHO FET ADA XLM TRX`.split(/\s+/),
);

/** The logo of a market's coin, '' when none is known. */
export const coinLogoOf = (symbol: string): string =>
  coinsWithLogo.has(symbol) ? `${COIN_LOGOS}/${symbol}.svg` : '';

/** Pyth feed ids of the perpetual markets' assets, by symbol; a market without one has an empty id. */
export const perpPriceFeeds: Readonly<Record<string, string>> = {
  SOL: 'ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d',
  BTC: 'e62df6c8b4a85fe1a67db44dc12de5db330f7ac66b72dc658afedf0f4a415b43',
  ETH: 'ff61491a931112ddf1bd8147cd1b641375f79f5825126d665480874634fd0ace',
  XRP: 'ec5d399846a9209f3fe5881d70aae9268c94339ff9817e8d18ff19fa05eea1c8',
  HYPE: '4279e31cc369bbcc2faf022b382b080e32a8e689ff20fbc530d2a603eb6cd98b',
  BNB: '2f95862b045670cd22bee3114c39763a4a08beeb663b145d283c31d7d1101c4f',
  DOGE: 'dcef50dd0a4cd2dcc17e45df1676dcb336a11a61c69df7a0299b0150c672d25c',
  AAVE: '2b9ab1e972a281585084148ba1389800799bd4be63b957507db1349314e47445',
  SUI: '23d7315113f5b1d3ba7a83604c44b94d79f4fd69af77f804fc7f920a6dc65744',
  ZEC: 'be9b59d178f0d6a97ab4c343bff2aa69caa1eaae3e9048a65788c529b125bb24',
  TAO: '410f41de235f2db824e562ea7ab2d3d3d4ff048316c61d629c0b93f58584e1af',
  NEAR: 'c415de8d2eba7db216527dff4b60e8f3a5311c740dadb233e13e12547e226750',
  FARTCOIN: '58cd29ef0e714c5affc44f269b2c1899a52da4169d7acc147b9da692e6953608',
  ENA: 'b7910ba7322db020416fcac28b48c01212fd9cc8fbcbaf7d30477ed8605f6bd4',
  GOLD: '765d2ba906dbc32ca17cc11f5310a89e9ee1f6420508c63861f2f8ba4ee34bb2',
  JTO: 'b43660a5f790c69354b0729a5ef9d50d68f1df92107540210b9cccba1f947cc2',
  JUP: '0a0408d619e9380abad35060f9192039ed5042fa6f82301d0e48bb52be830996',
  PUMP: '7a01fca212788bba7c5bf8c9efd576a8a722f070d2c17596ff7bb609b8d5c3b9',
  SILVER: 'f2fb02c32b055c805e7238d628e5e9dadef274376114eb1f012337cabe93871e',
  ONDO: 'd40472610abe56d36d065a0cf889fc8f1dd9f3b7f2a478231a5fc6df07ea5ce3',
  RENDER: '3d4a2bd9535be6ce8059d75eadeba507b043257321aa544717c56fa19b49e35d',
  VIRTUAL: '8132e3eb1dac3e56939a16ff83848d194345f6688bff97eb1c8bd462d558802b',
  FET: '7da003ada32eabbac855af3d22fcf0fe692cc589f0cfd5ced63cf0bdcc742efe',
  ADA: '2a01deaec9e51a579277b34b122399984d0bbf57e2458a7e42fecd2829867a0d',
  TRX: '67aed5a24fdad045475e7195c98a98aea119c763f272d4523f5bac93a4f33c2b',
  NVDA: 'b1073854ed24cbc755dc527418f52b7d271f6cc967bbf8d8129112b18860a593',
  AAPL: '49f6b65cb1de6b10eaf75e7c03ca029c306d0357e91b5311b175084a5ad55688',
  TSLA: '16dad506d7db8da01c87581c87ca897a012a153557d4d578c3b9c9e1bc0632f1',
};
