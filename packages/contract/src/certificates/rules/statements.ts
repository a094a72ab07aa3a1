/* What the texts of a certificate state about treatment and origin, in Chinese and in English. */

/** Methods of enhancement (优化) and treatment (处理). */
export type Method = keyof typeof METHODS

const METHODS = {
  heat: { word: '热处理', chinese: /加热|热处理/, english: /\bheat/ },
  fill: { word: '充填', chinese: /充填|充胶|注胶/, english: /\b(?:fill|impregnat|resin)/ },
  dye: { word: '染色', chinese: /染色/, english: /\bdye/ },
  bleach: { word: '漂白', chinese: /漂白/, english: /\bbleach/ },
  irradiate: { word: '辐照', chinese: /辐照/, english: /\birradiat/ },
  diffuse: { word: '扩散', chinese: /扩散/, english: /\bdiffus/ },
  coat: { word: '覆膜', chinese: /覆膜|镀膜/, english: /\bcoat/ },
  oil: { word: '浸油', chinese: /浸油|浸无色油|注油|轻微油/, english: /\boil/ },
  wax: { word: '浸蜡', chinese: /浸蜡/, english: /\bwax/ },
  drill: { word: '激光钻孔', chinese: /激光/, english: /\blaser/ },
  press: { word: '高温高压', chinese: /高温高压/, english: /\bhpht/ },
} as const satisfies Readonly<Record<string, { word: string; chinese: RegExp; english: RegExp }>>
const METHOD_NAMES = Object.keys(METHODS) as Method[]

/** Methods that a text affirms or denies. */
export interface Statement {
  affirmed: ReadonlySet<Method>
  denied: ReadonlySet<Method>
  /** The text says that there is a treatment (处理), or that there is none, with or without naming a method. */
  isTreated: boolean
  isUntreated: boolean
}

/** How texts of a language state treatments. */
interface Language {
  clauses: RegExp
  denial: RegExp
  treated: RegExp
  untreated: RegExp
  method: 'chinese' | 'english'
}

const CHINESE: Language = {
  clauses: /[，,；;。（）()]/,
  denial: /未见|未发现|未经|无明显|^无|^不含/,
  treated: /处理/,
  untreated: /(?:未见|未发现|未经|无)[^，；。]*?处理|^未处理$|^天然$/,
  method: 'chinese',
}
const ENGLISH: Language = {
  clauses: /[,;.()]/,
  denial: /\b(?:no|not|without|un(?=heated|dyed|filled|coated|oiled|bleached))/,
  treated: /\btreated|\btreatment/,
  untreated: /\buntreated|\bnot treated|\bno (?:indications?|evidence|signs?)? ?(?:of )?(?:treatment|enhancement)/,
  method: 'english',
}

function readStatement(text: string, { clauses, denial, treated, untreated, method }: Language): Statement {
  const [affirmed, denied] = [new Set<Method>(), new Set<Method>()]
  let [isTreated, isUntreated] = [false, false]
  for (const clause of text.split(clauses)) {
    const isDenied = denial.test(clause)
    for (const name of METHOD_NAMES) if (METHODS[name][method].test(clause)) (isDenied ? denied : affirmed).add(name)
    if (untreated.test(clause.trim())) isUntreated = true
    else if (!isDenied && treated.test(clause)) isTreated = true
  }
  return { affirmed, denied, isTreated, isUntreated }
}

/** Reads a Chinese text, e.g. of the field 优化处理 or of the remarks. */
export const readChinese = (text: string): Statement =>
  // 热处理 is an enhancement (优化), although its name has the word for a treatment.
  readStatement(text.replaceAll('热处理', '加热'), CHINESE)

/** Reads an English text. */
export const readEnglish = (text: string): Statement => {
  const plain = text.toLowerCase().replace(/\bun(heated|dyed|filled|coated|oiled|bleached)\b/g, 'not $1')
  return readStatement(plain, ENGLISH)
}

/** Names methods in Chinese, in a list. */
export const nameMethods = (methods: Iterable<Method>): string =>
  [...methods].map((one) => METHODS[one].word).join('、')

/** Finds the methods in a term such as 漂白、充填. */
export const findMethods = (term: string): Method[] => METHOD_NAMES.filter((name) => METHODS[name].chinese.test(term))
