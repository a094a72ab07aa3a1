/** Words of pieces that are more than one loose stone. */
const PIECES = /链|串|对|副|套|戒|坠|镯|胸针|耳|挂件|摆件|把件|雕|牌|镶|金(?!刚|绿)|铂|银|钯/

interface Texts {
  category?: string
  conclusion?: string | null | undefined
  shape?: string | null | undefined
  metal?: string | null | undefined
}

/** Whether the certificate is about a single stone without metal, string or setting. Its mass is printed in carats too. */
export const isLooseStone = ({ category, conclusion, shape, metal }: Texts): boolean =>
  category !== 'metal' && !metal && !PIECES.test(conclusion ?? '') && !PIECES.test(shape ?? '')
