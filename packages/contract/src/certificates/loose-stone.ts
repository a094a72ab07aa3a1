/** Words of pieces that are more than one loose stone. */
const PIECES = /链|串|对|副|套|戒|坠|镯|胸针|耳|挂件|摆件|镶|金(?!刚|绿)|铂|银|钯/

/** Whether the certificate is about a single stone without metal, string or setting. Its mass is printed in carats too. */
export const isLooseStone = (conclusion: string, metal: string): boolean => metal === '' && !PIECES.test(conclusion)
