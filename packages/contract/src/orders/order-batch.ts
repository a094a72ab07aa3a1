import { CERTIFICATE_CATEGORIES, type CertificateCategory } from '#certificates/certificate-states.ts'
import type { OrderService } from './order-services.ts'

/** Rows of a merchant's file, from which an order is announced. The module loads no schemas, because pages check the rows. */

/** Maximum size of the file, bytes: less than any other body on its way. */
export const ORDER_FILE_MAX_BYTES = 3 * 1024 * 1024
/** Longest cell, in characters: twice the longest text of an item. */
export const ORDER_CELL_MAX = 400

/** Columns with the titles of the template, in its order. */
export const ORDER_COLUMNS = {
  reference: '货号',
  name: '名称',
  category: '类别',
  services: '项目',
  count: '件数',
  mass: '约重（g）',
  value: '声明价值（元）',
  care: '须留意',
} as const
export type OrderColumn = keyof typeof ORDER_COLUMNS
export const ORDER_COLUMN_NAMES = Object.keys(ORDER_COLUMNS) as OrderColumn[]
/** A file without them is no list of samples. */
export const REQUIRED_COLUMNS: readonly OrderColumn[] = ['name', 'category', 'services']

/** Cell of the value that a customer does not declare. */
export const UNDECLARED = '未声明'

/** Titles by column that merchants use besides those of the template, without units. */
const ALIASES: Readonly<Record<OrderColumn, readonly string[]>> = {
  reference: ['编号', '款号', '条码', '商品编号'],
  name: ['样品', '样品名称', '品名', '商品名称'],
  category: ['分类', '品类'],
  services: ['检测项目', '服务'],
  count: ['数量'],
  mass: ['约重', '重量', '质量', '克重'],
  value: ['声明价值', '价值', '保价'],
  care: ['备注', '注意事项'],
}
/** Units of a title, which name no other quantity: `约重（ct）` is not the mass in grams. */
const UNITS: Readonly<Partial<Record<OrderColumn, RegExp>>> = {
  count: /\((?:件|粒|个)\)$/,
  mass: /\((?:g|克)\)$/,
  value: /\((?:元|cny|rmb)\)$/,
}

const toPlain = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/[\s\u200b\ufeff]/g, '')
    .toLowerCase()

/** Finds the column of a title; `undefined` for a title that no column has. */
export function findOrderColumn(title: string): OrderColumn | undefined {
  const plain = toPlain(title)
  return ORDER_COLUMN_NAMES.find((column) => {
    const name = plain.replace(UNITS[column] ?? /$^/, '')
    return [ORDER_COLUMNS[column], column, ...ALIASES[column]].some((one) => [plain, name].includes(toPlain(one)))
  })
}

/** Reads the name of a category; empty for another text. */
export function readCategory(typed: string): CertificateCategory | '' {
  const plain = toPlain(typed)
  const names = Object.entries(CERTIFICATE_CATEGORIES) as [CertificateCategory, string][]
  return names.find(([category, name]) => plain === category || plain === name)?.[0] ?? ''
}

/**
 * Reads services by code or name, which enumeration marks or commas divide.
 * @returns codes without repetition, and the first text that names no service of the category
 */
export function readServices(
  typed: string,
  category: CertificateCategory | '',
  services: readonly OrderService[],
): { codes: string[]; unknown: string | null } {
  const texts = typed
    .split(/[、,，;；\n]/)
    .map((text) => text.trim())
    .filter(Boolean)
  const fit = services.filter(({ categories }) => (categories as readonly string[]).includes(category))
  const found = texts.map((text) =>
    fit.find(({ code, name }) => [toPlain(code), toPlain(name)].includes(toPlain(text))),
  )
  const at = found.indexOf(undefined)
  return {
    codes: [...new Set(found.flatMap((service) => service?.code ?? []))],
    unknown: at < 0 ? null : (texts[at] ?? null),
  }
}

/** Finds for each text the place of an equal one, the first or else the last; empty texts are never equal. */
export function findRepetitions(texts: readonly string[]): (number | undefined)[] {
  const trimmed = texts.map((text) => text.trim())
  const first = new Map<string, number>()
  const last = new Map<string, number>()
  for (const [at, text] of trimmed.entries()) {
    if (!first.has(text)) first.set(text, at)
    last.set(text, at)
  }
  return trimmed.map((text, at) => {
    const other = first.get(text) === at ? last.get(text) : first.get(text)
    return text === '' || other === at ? undefined : other
  })
}
