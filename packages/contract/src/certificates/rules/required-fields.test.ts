import { describe, expect, it } from 'vitest'
import { CERTIFICATE_CATEGORIES, type CertificateCategory } from '../certificate-states.ts'
import { readDeskForm } from './desk-fields.ts'
import { changeDemand, type FieldRule, type FieldRules, findMissing, getDemand } from './required-fields.ts'

const CATEGORIES = Object.keys(CERTIFICATE_CATEGORIES) as CertificateCategory[]
const WHOLE = { conclusion: '绿松石', standards: 'GB/T 16552', pictures: [{}] }
const listMembers = (found: readonly { member: string | null }[]) => found.map(({ member }) => member)

describe('the default', () => {
  it.each(CATEGORIES)('reminds of a picture and of the standards: %s', (category) => {
    const { faults, warnings } = findMissing([], category, { conclusion: '某物', lengthMm: 1, widthMm: 1, heightMm: 1 })
    expect(faults).toEqual([])
    expect(warnings).toEqual([
      { member: 'pictures', text: '缺少图片' },
      { member: 'standards', text: '缺少检验依据' },
    ])
  })

  it('requires the measurements of a loose diamond, and not of a set one', () => {
    const find = (values: object) => listMembers(findMissing([], 'diamond', { ...WHOLE, ...values }).faults)
    expect(find({ conclusion: '钻石' })).toEqual(['lengthMm', 'widthMm', 'heightMm'])
    expect(find({ conclusion: '钻石', lengthMm: '6.44', widthMm: '6.41' })).toEqual(['heightMm'])
    expect(find({ conclusion: '18K 金钻石戒指' })).toEqual([])
    expect(find({ conclusion: '钻石', metal: '铂' })).toEqual([])
  })
})

describe('a rule of the owner', () => {
  const rules: FieldRule[] = [
    { category: 'jade', member: 'color', demand: 'must' },
    { category: 'jade', member: '红外光谱', demand: 'warn' },
    { category: 'jade', member: 'pictures', demand: 'must' },
    { category: 'jade', member: 'standards', demand: 'none' },
  ]

  it('concerns its category alone', () => {
    const { faults, warnings } = findMissing(rules, 'jade', { conclusion: '翡翠' })
    expect([listMembers(faults), listMembers(warnings)]).toEqual([['pictures', 'color'], ['红外光谱']])
    expect(listMembers(findMissing(rules, 'turquoise', WHOLE).warnings)).toEqual([])
  })

  it('makes a fault at the field, or a warning with a key that an answer names', () => {
    const form = { category: 'jade' as const, fields: { conclusion: '翡翠' }, pictures: [] }
    const read = readDeskForm('SH20261103001285', form, '2026-11-30', { requiredFields: rules, standards: [] })
    expect(read.faults).toEqual([
      { member: 'pictures', text: '缺少图片' },
      { member: 'color', text: '缺少颜色' },
    ])
    expect(read.warnings).toEqual([{ member: '红外光谱', text: '缺少红外光谱', key: '红外光谱||翡翠' }])
  })

  it('cannot waive the conclusion', () => {
    const waived: FieldRules = [{ category: 'jade', member: 'conclusion', demand: 'none' }]
    expect(getDemand(waived, 'jade', 'conclusion')).toBe('must')
  })

  it('is stored only where it differs from the default', () => {
    const must: FieldRule = { category: 'jade', member: 'pictures', demand: 'must' }
    expect(changeDemand([], must)).toEqual([must])
    expect(changeDemand([must], { ...must, demand: 'warn' })).toEqual([])
    expect(changeDemand([must], { ...must, demand: 'none' })).toEqual([{ ...must, demand: 'none' }])
  })
})
