/**
 * The tokenized stocks and funds of the issuer on Solana, one per line. Tickers, names and mints
 * are public facts; prices, volatilities, depths and volumes are plausible starting points of the
 * market model, not quotations.
 *
 * ticker of the underlying | mint | stock or etf | name | base price in USD | own volatility per
 * year | correlation with the common factor of the stock market | shares per token | pool
 * liquidity in USD | volume of a trading day in USD
 */
export const stockTable = `
AAPL|123mYEnRLM2LLYsJW3K6oyYh8uP1fngj732iG638ondo|stock|Apple|255|0.26|0.7|1|62000000|21000000
MSFT|FRmH6iRkMr33DLG6zVLR7EM4LojBFAuq6NtFzG6ondo|stock|Microsoft|512|0.24|0.72|1|55000000|14000000
NVDA|gEGtLTPNQ7jcg25zTetkbmF7teoDLcrfTnQfmn2ondo|stock|NVIDIA|188|0.42|0.68|1|90000000|48000000
AMZN|14Tqdo8V1FhzKsE3W2pFsZCzYPQxxupXRcqw9jv6ondo|stock|Amazon|222|0.32|0.68|1|52000000|15000000
GOOGL|bbahNA5vT9WJeYft8tALrH1LXWffjwqVoUbqYa1ondo|stock|Alphabet Class A|248|0.3|0.66|1|56000000|18000000
META|fDxs5y12E7x7jBwCKBXGqt71uJmCWsAQ3Srkte6ondo|stock|Meta Platforms|742|0.34|0.64|1|51000000|13000000
TSLA|KeGv7bsfR4MheC1CkmnAVceoApjrkvBhHYjWb67ondo|stock|Tesla|440|0.56|0.55|1|84000000|52000000
NFLX|g4KnPrxPLeeKkwvDmZFMtYQPM64eHeShbD55vK6ondo|stock|Netflix|1200|0.33|0.5|1|22000000|5200000
AMD|14diAn5z8kjrKwSC8WLqvBqqe5YmihJhjxRxd8Z6ondo|stock|AMD|161|0.48|0.6|1|34000000|12000000
AVGO|1FWZtdWN7y38BSXGzbs8D6Shk88oL9atDNgbVz9ondo|stock|Broadcom|335|0.44|0.62|1|31000000|9000000
TSM|keybg184d4vyXeQdFqs4o99YsMg7xBthxTJ6Ky3ondo|stock|Taiwan Semiconductor Manufacturing|280|0.36|0.58|1|24000000|5600000
ASML|1eLZPRsn8bAKmoxsqDMH9Q2m2k7GMNp6RLSQGm8ondo|stock|ASML Holding NV|960|0.37|0.56|1|14000000|2300000
QCOM|hrmX7MV5hifoaBVjnrdpz698yABxrbBNAcWtWo9ondo|stock|Qualcomm|168|0.33|0.58|1|13000000|2100000
INTC|cJpUMp5R7rZ6fGeLHbHhrRuJzK9mkyKDjZqNpT3ondo|stock|Intel|35.5|0.5|0.48|1|18000000|6100000
MU|Fz9edBpaURPPzpKVRR1A8PENYDEgHqwx5D5th28ondo|stock|Micron Technology|163|0.48|0.56|1|17000000|5300000
ARM|15SsCZqCsM9fZGhTmP4rdJTPT9WGZKazDSsgeQ8ondo|stock|Arm Holdings plc|142|0.5|0.54|1|11000000|2200000
ORCL|GmDADFpfwjfzZq9MfCafMDTS69MgVjtzD7Fd9a4ondo|stock|Oracle|285|0.4|0.55|1|19000000|5500000
ADBE|12Rh6JhfW4X5fKP16bbUdb4pcVCKDHFB48x8GG33ondo|stock|Adobe|358|0.32|0.55|1|12000000|1700000
CRM|7D7ukbcnUNYt7Et5vtsDZhAy28MKu9pkHka1Hp9ondo|stock|Salesforce|244|0.31|0.56|1|13000000|1900000
NOW|G7pTVoSECz5RQWubEnTP7AC83KHUsSyoiqYR1R2ondo|stock|ServiceNow|955|0.33|0.55|1|10500000|1200000
PLTR|HfsnTS5qtdStwec9DfBrunRqnAMYMMz1kjv9Hu9ondo|stock|Palantir Technologies|180|0.58|0.52|1|45000000|24000000
COIN|5u6KDiNJXxX4rGMfYT4BApZQC5CuDNrG6MHkwp1ondo|stock|Coinbase|330|0.68|0.5|1|41000000|22000000
HOOD|BVdXGvmgi6A9oAiwWvBvP76fyTqcCNRJMM7zMN6ondo|stock|Robinhood Markets|140|0.66|0.5|1|36000000|17000000
MSTR|FSz4ouiqXpHuGPcpacZfTzbMjScoj5FfzHkiyu2ondo|stock|MicroStrategy|335|0.74|0.45|1|43000000|26000000
CRCL|6xHEyem9hmkGtVq6XGCiQUGpPsHBaoYuYdFNZa5ondo|stock|Circle Internet Group|132|0.8|0.35|1|26000000|14000000
MARA|ETCJUmuhs5aY62xgEVWCZ5JR8KPdeXUaJz3LuC5ondo|stock|MARA Holdings|18.3|0.82|0.45|1|14000000|5400000
RIOT|i6f3DvZBuLpnGSqS8x6WPeStJ7jNe5KewD6afD5ondo|stock|Riot Platforms|18.9|0.8|0.45|1|12000000|3600000
SMCI|jLca79XzcewRuBZyaJxVxuKpUHcEix1X4CP1RP9ondo|stock|Super Micro Computer|47|0.7|0.5|1|13000000|3900000
UBER|KJNeFW3kk3ycPjXpC6cbuyckjeYHacc2ekhtAi5ondo|stock|Uber|98|0.36|0.52|1|14000000|2600000
SHOP|ivdDracs2s7jCP698dJXKSEQdVrNj9hasJL1Uq1ondo|stock|Shopify|148|0.5|0.55|1|12000000|2200000
BABA|1zvb9ELBFShBCWKEk5jRTJAaPAwtVt7quEXx1X4ondo|stock|Alibaba|172|0.42|0.4|1|21000000|6900000
JPM|E5Gczsavxcomqf6Cw1sGCKLabL1xYD2FzKxVoB4ondo|stock|JPMorgan Chase|313|0.23|0.62|1|24000000|3800000
BAC|Wk8gC6iTNp8dqd4ghkJ3h1giiUnyhykwHh7tYWjondo|stock|Bank of America|52|0.25|0.62|1|16000000|2100000
GS|BchJRy2snmhJZf3rQ9LJ3ePs2BGfYgfvQNo31d2ondo|stock|Goldman Sachs|795|0.28|0.62|1|14000000|1700000
V|kxEW4oJL75K37VeXaZF1ynbHQATQwhECQKN1374ondo|stock|Visa|337|0.21|0.6|1|17000000|1900000
MA|EsVHcyRxXFJCLMiuYLWhoDygrNe1BJGpYeZ17X7ondo|stock|Mastercard|566|0.22|0.6|1|15000000|1500000
WMT|LZddqAqKqJW9oMZSjTxCUmbmzBRQtv9gMkD9hZ3ondo|stock|Walmart|103|0.2|0.38|1|18000000|2300000
COST|6btaz134wjHkR8sqhAYrtSM6tavftfxnRvnyMd8ondo|stock|Costco|917|0.21|0.42|1|15000000|1800000
KO|e6G4pfFcrdKxJuZ4YXixRFfMbpMvgXG2Mjcus71ondo|stock|Coca-Cola|66.5|0.16|0.3|1|14000000|1300000
MCD|EUbJjmDt8JA222M91bVLZs211siZ2jzbFArH9N3ondo|stock|McDonald's|304|0.18|0.34|1|12000000|1100000
DIS|mJf1xT3suXtkXBCfZcE9oUUuyxkvSgqYBWiX7v1ondo|stock|Disney|113|0.28|0.5|1|13000000|1700000
JNJ|KUXt7LzHWSQXp5eyqMZRxWjAP6yM8BUh4LRHwiwondo|stock|Johnson & Johnson|180|0.17|0.28|1|14000000|1300000
LLY|eGGxZwNSfuNKRqQLKaz2hc4QkA2mau7skyxPdj7ondo|stock|Eli Lilly|722|0.33|0.32|1|20000000|3400000
UNH|kPBGL8vAwKN3UGmr9cjkM2dU79SC3nzTC9yu7F8ondo|stock|UnitedHealth|344|0.36|0.28|1|17000000|3700000
PFE|Gwh9fPsX1qWATXy63vNaJnAFfwebWQtZaVmPko6ondo|stock|Pfizer|23.8|0.24|0.3|1|12000000|1600000
XOM|qCYD74QnXzd9pzv6pGHQKJVwoibL6sNcPQDnpDiondo|stock|Exxon Mobil|117|0.24|0.38|1|17000000|2200000
CVX|7tgKziACteG26VjV5xKufojKxwTgCFyTwmWUmz5ondo|stock|Chevron|160|0.23|0.38|1|13000000|1500000
BA|1YVZ4LGpq8CAhpdpm3mgy7GgPb83gJczCpxLUQ3ondo|stock|Boeing|222|0.34|0.48|1|13000000|2000000
SPY|k18WJUULWheRkSpSquYGdNNmtuE2Vbw1hpuUi92ondo|etf|SPDR S&P 500 ETF|664|0.17|0.97|1|140000000|39000000
QQQ|HrYNm6jTQ71LoFphjVKBTdAE4uja7WsmLG8VxB8ondo|etf|Invesco QQQ|599|0.21|0.95|1|120000000|36000000
VTI|jCCU4GwukjNxAXJowG2S4KCrr5g6YyUB61WHYvGondo|etf|Vanguard Total Stock Market ETF|327|0.17|0.97|1|42000000|4300000
IVV|CqW2pd6dCPG9xKZfAsTovzDsMmAGKJSDBNcwM96ondo|etf|iShares Core S&P 500 ETF|667|0.17|0.97|1|48000000|4100000
IWM|dvj2kKFSyjpnyYSYppgFdAEVfgjMEoQGi9VaV23ondo|etf|iShares Russell 2000 ETF|242|0.23|0.86|1|33000000|6400000
EFA|AbvryMGnaba9oADMZk8Vp2Av6MtczsncGyfWaC4ondo|etf|iShares MSCI EAFE ETF|93|0.16|0.78|1|18000000|1500000
EEM|916SDKz7y5ZcEZC9CtnQ5Djs1Y8Yv3UAPb6bak8ondo|etf|iShares MSCI Emerging Markets ETF|53|0.18|0.66|1|20000000|2100000
TLT|KaSLSWByKy6b9FrCYXPEJoHmLpuFZtTCJk1F1Z9ondo|etf|iShares 20+ Year Treasury Bond ETF|89|0.14|0.1|1|30000000|5200000
SGOV|HjrN6ChZK2QRL6hMXayjGPLFvxhgjwKEy135VRjondo|etf|iShares 0-3 Month Treasury Bond ETF|100.5|0.003|0|1|34000000|3900000
AGG|13qTjKx53y6LKGGStiKeieGbnVx3fx1bbwopKFb3ondo|etf|iShares Core US Aggregate Bond ETF|100|0.055|0.12|1|21000000|1600000
HYG|c5ug15fwZRfQhhVa6LHscFY33ebVDHcVCezYpj7ondo|etf|iBoxx $ High Yield Corporate Bond ETF|81|0.06|0.66|1|18000000|1500000
GLD|hWfiw4mcxT8rnNFkk6fsCQSxoxgZ9yVhB6tyeVcondo|etf|SPDR Gold Shares|346|0.17|0.08|1|52000000|12000000
SLV|iy11ytbSGcUnrjE6Lfv78TFqxKyUESfku1FugS9ondo|etf|iShares Silver Trust|42|0.3|0.2|1|28000000|8100000
SOXX|EN5pHc1LccUSojxb7kkyQi7v7iJN5RpDq6qz3DHondo|etf|iShares Semiconductor ETF|271|0.35|0.8|1|15000000|1900000
TQQQ|14W1itEkV7k1W819mLSknFTaMmkCtPokbF2tRkPUondo|etf|ProShares UltraPro QQQ|103|0.62|0.95|1|24000000|9800000
USO|rpydAzWdCy85HEmoQkH5PVxYtDYQWjmLxgHHadxondo|etf|United States Oil Fund|73|0.34|0.2|1|11000000|1500000
`;
