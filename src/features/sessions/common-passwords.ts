/**
 * The commonest passwords of leaked lists that are long enough to pass the rule of length. In small
 * letters; what is shorter is refused by its length alone.
 */
export const commonPasswords: ReadonlySet<string> = new Set([
  ...['123456789012', '1234567890123', '12345678901234', '123456789123', '123123123123'],
  ...['0123456789ab', '1q2w3e4r5t6y', '1q2w3e4r5t6y7u', '1qaz2wsx3edc', '1qaz2wsx3edc4rfv'],
  ...['q1w2e3r4t5y6', 'qwerty123456', 'qwerty12345678', 'qwertyuiop12', 'qwertyuiop123'],
  ...['qwertyuiopas', 'qwertyuiop[]', 'qwertyuiopasdfghjkl', 'qwertyuiopasdfghjklzxcvbnm'],
  ...['qazwsxedcrfv', 'qazwsxedc123', 'asdfghjkl123', "asdfghjkl;'", 'zxcvbnm12345'],
  ...['abcdefghijkl', 'abcdefghijklm', 'abcdefghijklmnop', 'abcdef123456', 'abcd12345678'],
  ...['abc123abc123', 'abc123456789', 'a1b2c3d4e5f6', 'aa123456789a', '123456789abc'],
  ...['password1234', 'password12345', 'password123456', 'password1234567', 'password123!'],
  ...['password2023', 'password2024', 'password2025', 'password2026', 'passwordpassword'],
  ...['p@ssw0rd1234', 'p@ssword1234', 'passw0rd1234', 'mypassword12', 'mypassword123'],
  ...['iloveyou1234', 'iloveyou12345', 'iloveyouforever', 'ilovemyself1', 'iloveyou2024'],
  ...['letmein12345', 'letmein123456', 'welcome12345', 'welcome123456', 'welcome12024'],
  ...['administrator', 'administrator1', 'admin1234567', 'admin12345678', 'admin123456789'],
  ...['changeme1234', 'changemenow1', 'correcthorsebatterystaple', 'trustno1trustno1'],
  ...['sunshine1234', 'princess1234', 'football1234', 'baseball1234', 'superman1234'],
  ...['basketball12', 'basketball23', 'liverpool123', 'manchester12', 'chocolate123'],
  ...['bitcoin12345', 'bitcoin123456', 'ethereum1234', 'tothemoon123', 'satoshinakamoto'],
  ...['unbelievable', 'thunderbirds', 'christopher1', 'masterofpuppets', 'metallica123'],
]);
