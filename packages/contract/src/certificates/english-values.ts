import { translateAmendments } from './amendments.ts'
import {
  FEATURES,
  GRADE_MARKS,
  GRADES,
  LUSTRES,
  METALS,
  NOTES,
  PEARL_LUSTRES,
  PEARL_MATCHINGS,
  PEARL_SURFACES,
  PIECES,
  SHAPES,
  SPECIES,
  STRENGTHS,
  TRANSPARENCIES,
  TREATMENTS,
} from './english-terms.ts'

/** Translates a value into English; `undefined` when a word is unknown. */
export type Translate = (value: string) => string | undefined

const HAN = /\p{Script=Han}/u
const BRACKETS = /^(.*?)[（(]([^）)]+)[）)]$/

function createTermTranslator(terms: Readonly<Record<string, string>>): Translate {
  return (value) => (Object.hasOwn(terms, value) ? terms[value] : undefined)
}

/** Translates all parts of a list, or none, because half a translation would mislead. */
function createListTranslator(translate: Translate, separator = ', ', marks = /[，、；;,]/): Translate {
  return (value) => {
    const parts = value.split(marks).map((part) => translate(part.trim()))
    return parts.every((part) => part !== undefined) ? parts.join(separator) : undefined
  }
}

/** Translates a range like `玻璃光泽至油脂光泽` or `半透明至不透明`. */
const createRangeTranslator = (translate: Translate) => createListTranslator(translate, ' to ', /至|–|-/)

/** Translates a value followed by a remark in brackets: `红宝石（加热）`. */
function createBracketTranslator(translate: Translate, note: Translate): Translate {
  return (value) => {
    const match = BRACKETS.exec(value)
    if (!match) return translate(value)
    const [outside, inside] = [translate(match[1]?.trim() ?? ''), note(match[2]?.trim() ?? '')]
    return outside !== undefined && inside !== undefined ? `${outside} (${inside})` : undefined
  }
}

const HUES: readonly (readonly [chinese: string, main: string, before: string])[] = [
  ['粉红', 'pink', 'pinkish'],
  ['玫瑰红', 'rose red', 'rose'],
  ['橘', 'orange', 'orangy'],
  ['红', 'red', 'reddish'],
  ['粉', 'pink', 'pinkish'],
  ['橙', 'orange', 'orangy'],
  ['黄', 'yellow', 'yellowish'],
  ['绿', 'green', 'greenish'],
  ['蓝', 'blue', 'bluish'],
  ['紫', 'purple', 'purplish'],
  ['褐', 'brown', 'brownish'],
  ['棕', 'brown', 'brownish'],
  ['灰', 'grey', 'greyish'],
  ['黑', 'black', 'blackish'],
  ['白', 'white', 'whitish'],
]
const SPECIAL_COLOURS: Readonly<Record<string, string>> = {
  无色: 'colourless',
  近无色: 'near-colourless',
  天蓝色: 'sky blue',
  金黄色: 'golden yellow',
  乳白色: 'milky white',
  墨绿色: 'very dark green',
  紫罗兰色: 'violet',
  鸽血红色: 'vivid red (pigeon’s blood)',
  白色: 'white',
  黑色: 'black',
  多色: 'multicoloured',
}
const TONES: readonly (readonly [chinese: string, english: string])[] = [
  ['微带', 'slightly'],
  ['浅', 'light'],
  ['淡', 'pale'],
  ['深', 'dark'],
  ['暗', 'dark'],
  ['浓', 'intense'],
  ['鲜艳', 'vivid'],
  ['艳', 'vivid'],
]

/** The last hue is the main one, and those before it modify it: 蓝绿色 is bluish green. */
export const translateColour: Translate = (value) => {
  if (Object.hasOwn(SPECIAL_COLOURS, value)) return SPECIAL_COLOURS[value]
  if (!value.endsWith('色')) return undefined
  let rest = value.slice(0, -1)
  const words: string[] = []
  const tone = TONES.find(([chinese]) => rest.startsWith(chinese))
  if (tone) {
    words.push(tone[1])
    rest = rest.slice(tone[0].length)
  }
  while (rest !== '') {
    const hue = HUES.find(([chinese]) => rest.startsWith(chinese))
    if (!hue) return undefined
    rest = rest.slice(hue[0].length)
    words.push(rest === '' ? hue[1] : hue[2])
  }
  return words.length > (tone ? 1 : 0) ? words.join(' ') : undefined
}

const translateSpecies: Translate = (value) => {
  const name = createTermTranslator(SPECIES)(value)
  if (name !== undefined) return name
  const piece = Object.keys(PIECES).find((chinese) => value.endsWith(chinese))
  if (piece === undefined) return undefined
  const stone = translateMetalOrStone(value.slice(0, -piece.length).trim())
  return stone && `${stone} ${PIECES[piece]}`
}

const translateMetal: Translate = (value) => {
  const match = /^(\d{1,2}K)\s*(.*)$/.exec(value)
  const name = createTermTranslator(METALS)(match ? (match[2] ?? '') : value)
  return name && (match ? `${match[1]} ${name}` : name)
}

function translateMetalOrStone(value: string): string | undefined {
  const name = createTermTranslator(SPECIES)(value)
  if (name) return name
  const both = /^(\d{1,2}K\s*(?:白色金|玫瑰金|黄金|金)|足金|铂金?|足银|银)\s*(?:镶)?(.*)$/.exec(value)
  const [head, tail] = [both && translateMetal(both[1] ?? ''), both?.[2]]
  if (!head) return undefined
  if (!tail) return head
  const stone = createTermTranslator(SPECIES)(tail)
  return stone && `${head} ${stone.toLowerCase()}`
}

const bands: Readonly<Record<string, string>> = { 长波: 'LW', 短波: 'SW' }

/** Translates fluorescence like `长波弱，短波惰性` or `长波中等橙色`. */
const translateFluorescence: Translate = (value) => {
  const match = /^(长波|短波)?[:：]?\s*(.*?)(?:荧光)?$/.exec(value)
  const described = match?.[2] ?? ''
  const strength = Object.keys(STRENGTHS)
    .sort((a, b) => b.length - a.length)
    .find((chinese) => described.startsWith(chinese))
  const rest = strength === undefined ? described : described.slice(strength.length).trim()
  const colour = rest === '' ? '' : translateColour(rest)
  if (colour === undefined || (strength === undefined && colour === '')) return undefined
  const words = [strength && STRENGTHS[strength], colour].filter(Boolean).join(' ')
  return match?.[1] ? `${bands[match[1]]}: ${words}` : words
}

/** Translates absorption like `432 nm 吸收线` or `415、453 nm 吸收线`. */
const translateAbsorption: Translate = (value) => {
  if (/^(?:未见|无)(?:特征)?吸收/.test(value)) return 'no characteristic absorption'
  const match = /^([\d.、，,–-]+)\s*nm\s*(?:处)?(?:有)?(?:特征)?吸收(线|带|峰)?$/.exec(value)
  if (!match) return undefined
  const places = (match[1] ?? '').replace(/[、，]/g, ', ')
  return `absorption ${match[2] === '带' ? 'band' : 'line'}${places.includes(',') ? 's' : ''} at ${places} nm`
}

/** Translates a grade like `极好` or `极好 EX`; a mark of another grade contradicts it and is not translated. */
function createGradeTranslator(
  grades: Readonly<Record<string, string>>,
  marks: Readonly<Record<string, string>>,
): Translate {
  return (value) => {
    const [, grade = '', mark] = /^(\p{Script=Han}+)\s*[（(]?\s*([A-Z]+)?\s*[）)]?$/u.exec(value) ?? []
    if (mark !== undefined && marks[grade] !== mark) return undefined
    return createTermTranslator(grades)(grade)
  }
}
const translateCut = createGradeTranslator(GRADES, GRADE_MARKS)

const translateFeature: Translate = (value) => createTermTranslator(FEATURES)(value.replace(/^(?:可)?见/, '').trim())

const translateTreated = createBracketTranslator(
  translateSpecies,
  createListTranslator(createTermTranslator(TREATMENTS)),
)
/** Translates a name, whose piece may follow the treatment: `翡翠（漂白、充填）手镯`. */
const translateConclusion: Translate = (value) => {
  const [, stone = '', treatment = '', piece = ''] = /^(.*?)([（(][^）)]+[）)])(.+)$/.exec(value) ?? []
  return translateTreated(Object.hasOwn(PIECES, piece) ? stone + piece + treatment : value)
}

/** Translation for each member of the certificate. Values of other members stay Chinese. */
const TRANSLATIONS: Readonly<Record<string, Translate>> = {
  conclusion: translateConclusion,
  shape: createBracketTranslator(createListTranslator(createTermTranslator(SHAPES)), createTermTranslator(NOTES)),
  color: createListTranslator(createRangeTranslator(translateColour)),
  transparency: createRangeTranslator(createTermTranslator(TRANSPARENCIES)),
  lustre: createRangeTranslator(createTermTranslator(LUSTRES)),
  refractiveIndex: createBracketTranslator(
    (value) => (HAN.test(value) ? undefined : value),
    createTermTranslator(NOTES),
  ),
  fluorescence: createListTranslator(translateFluorescence, '; '),
  magnification: createListTranslator(translateFeature),
  spectrum: translateAbsorption,
  treatment: createListTranslator(createTermTranslator(TREATMENTS)),
  metal: translateMetal,
  amendment: translateAmendments,
  cutGrade: translateCut,
  polish: translateCut,
  symmetry: translateCut,
  pearlLustreGrade: createGradeTranslator(PEARL_LUSTRES, PEARL_LUSTRES),
  surfaceGrade: createGradeTranslator(PEARL_SURFACES, PEARL_SURFACES),
  matchingGrade: createGradeTranslator(PEARL_MATCHINGS, PEARL_MATCHINGS),
}

/** Translates the value of a member; `undefined` when it has no Chinese or an unknown word. */
export function translateValue(member: string, value: string): string | undefined {
  if (!HAN.test(value)) return undefined
  return TRANSLATIONS[member]?.(value.trim())
}
