// @vitest-environment node
import { ORDER_MAX } from '@portal/contract/orders/order-rules.ts'
import type { OrderService } from '@portal/contract/orders/order-services.ts'
import { describe, expect, it } from 'vitest'
import { findCentsFault, readCents, readCount, readMass } from '#domain/orders/typed-values.ts'
import { applyAct, type OrderFields, readDraft, toAnnouncement, toFields } from './order-draft.ts'
import { findFaults, openFaulty } from './order-faults.ts'

const SERVICES: OrderService[] = [
  { code: 'ID', name: '玉石定名', categories: ['jade'], cents: 12_000, per: 'item', workingDays: 3 },
  { code: 'TQ', name: '绿松石鉴定', categories: ['turquoise'], cents: 18_000, per: 'item', workingDays: 4 },
]
const RULES = { services: SERVICES, terms: '' }
const BANGLE: OrderFields = {
  '0.category': 'jade',
  '0.name': ' 翡翠手镯 ',
  '0.count': '２',
  '0.mass': '58 g',
  '0.value': '45,000',
  '0.service.ID': 'on',
  '0.service.TQ': 'on',
}
const CONTACT = { customerName: '林知微', phone: '138 0000 6021', ref: 'f'.repeat(32) }
const read = (fields: OrderFields) => readDraft(fields, SERVICES)
const makeRef = () => 'r'.repeat(32)

describe('the fields of a form', () => {
  it('become the same draft again', () => {
    const draft = read({
      ...BANGLE,
      ...CONTACT,
      items: '2',
      open: '1',
      step: 'way',
      wayBack: 'courier',
      accepted: 'on',
    })
    expect(draft).toMatchObject({ step: 'way', open: 1, wayBack: 'courier', wayIn: 'counter', hasAccepted: true })
    expect(draft.items).toMatchObject([
      { category: 'jade', services: ['ID'] },
      { category: '', count: '1' },
    ])
    expect(read(toFields(draft, SERVICES))).toEqual(draft)
  })

  it.each([
    [{ items: '900', open: '-3', step: 'done' }, ORDER_MAX.formItems],
    [{ items: 'x', open: '7', wayIn: 'constructor', '0.category': 'toString' }, 1],
  ])('are replaced where a form does not send them: %j', (fields, count) => {
    const draft = read(fields as OrderFields)
    expect(draft).toMatchObject({ step: 'items', open: 0, wayIn: 'counter', priority: 'normal' })
    expect(draft.items).toHaveLength(count)
    expect(draft.items[0]).toMatchObject({ category: '' })
  })
})

describe('a button of the form', () => {
  const two = read({ ...BANGLE, items: '2', '1.name': '绿松石戒面' })
  const names = (act: string, draft = two) => {
    const { items, open } = applyAct(draft, act, makeRef)
    return [items.map(({ name }) => name.trim()), open]
  }

  it.each([
    ['add', ['翡翠手镯', '绿松石戒面', ''], 2],
    ['open 1', ['翡翠手镯', '绿松石戒面'], 1],
    ['open 9', ['翡翠手镯', '绿松石戒面'], 1],
    ['copy 0', ['翡翠手镯', '翡翠手镯', '绿松石戒面'], 1],
    ['remove 0', ['绿松石戒面'], 0],
    ['remove 1', ['翡翠手镯'], 0],
    ['elsewhere', ['翡翠手镯', '绿松石戒面'], 0],
  ])('%s gives %j with item %i open', (act, expected, open) => {
    expect(names(act)).toEqual([expected, open])
  })

  it('keeps one empty item when the last one is removed', () => {
    expect(names('remove 0', read(BANGLE))).toEqual([[''], 0])
  })

  it('adds no item beyond the limit of a form', () => {
    const full = read({ items: String(ORDER_MAX.formItems) })
    for (const act of ['add', 'copy 0']) {
      expect(applyAct(full, act, makeRef).items).toHaveLength(ORDER_MAX.formItems)
    }
  })

  it('goes from step to step, and gives the form one idempotency key', () => {
    const way = applyAct(read(BANGLE), 'next', makeRef)
    expect(way).toMatchObject({ step: 'way', ref: makeRef() })
    const check = applyAct(way, 'next', () => 'other')
    expect(check).toMatchObject({ step: 'check', ref: makeRef() })
    expect(applyAct(check, 'step items', makeRef)).toMatchObject({ step: 'items', ref: makeRef() })
  })
})

describe('faults', () => {
  it('are those of the present step and of the steps before it', () => {
    expect(Object.keys(findFaults(read({}), RULES))).toEqual(['0.category', '0.name', '0.value'])
    const way = read({ ...BANGLE, step: 'way', wayBack: 'courier', email: 'x', collectors: '一、二、三、四' })
    expect(Object.keys(findFaults(way, RULES))).toEqual(['address', 'customerName', 'phone', 'email', 'collectors'])
    const check = read({ ...BANGLE, ...CONTACT, step: 'check' })
    expect(findFaults(check, RULES)).toEqual({})
    expect(Object.keys(findFaults(check, { ...RULES, terms: '须知' }))).toEqual(['accepted'])
  })

  it('ask for a service of the category, and for a value or the box instead of it', () => {
    const { '0.service.ID': _service, '0.value': _value, ...rest } = BANGLE
    expect(findFaults(read(rest), RULES)).toEqual({
      '0.service.ID': '请选择检测项目',
      '0.value': '请填写声明价值，或勾选“未声明”',
    })
    expect(findFaults(read({ ...BANGLE, '0.undeclared': 'on' }), RULES)).toHaveProperty(['0.value'])
    expect(findFaults(read({ ...BANGLE, '0.value': '', '0.undeclared': 'on' }), RULES)).toEqual({})
  })

  it('open the step and the item that has them', () => {
    const check = read({ ...BANGLE, ...CONTACT, step: 'check', items: '2' })
    expect(openFaulty(check, findFaults(check, RULES))).toMatchObject({ step: 'items', open: 1 })
    const way = read({ ...BANGLE, step: 'check' })
    expect(openFaulty(way, findFaults(way, RULES))).toMatchObject({ step: 'way' })
    expect(openFaulty(check, { accepted: '' })).toMatchObject({ step: 'check' })
  })
})

it('the request has the typed values as the contract wants them, and no empty ones', () => {
  const draft = read({ ...BANGLE, ...CONTACT, address: '某街', collectors: '王代领，李小满；' })
  expect(toAnnouncement(draft, 12_000)).toEqual({
    customerName: '林知微',
    phone: '138 0000 6021',
    wayIn: 'counter',
    wayBack: 'counter',
    collectors: ['王代领', '李小满'],
    priority: 'normal',
    items: [
      {
        statedName: '翡翠手镯',
        category: 'jade',
        count: 2,
        serviceCodes: ['ID'],
        statedMassG: '58',
        declaredCents: 4_500_000,
      },
    ],
    ref: 'f'.repeat(32),
    totalCents: 12_000,
  })
  const undeclared = read({ ...BANGLE, '0.undeclared': 'on', '0.mass': '' })
  expect(toAnnouncement(undeclared, 0).items[0]).not.toHaveProperty('statedMassG')
  expect(toAnnouncement(undeclared, 0).items[0]).toMatchObject({ declaredCents: null })
})

describe('a typed value', () => {
  it.each([
    ['1', 1],
    [' ９９９ ', 999],
    ['0', null],
    ['-1', null],
    ['1.5', null],
    ['1000', null],
    ['', null],
  ])('%j is %j pieces', (typed, count) => {
    expect(readCount(typed)).toBe(count)
  })

  it.each([
    ['', null, null],
    ['4.82', '4.82', null],
    ['4.82g', '4.82', null],
    ['４.８２ 克', '4.82', null],
    ['4,82', null, '小数点请用 .'],
    ['约 5', null, '请填数字，例如 4.82'],
    ['24.1 ct', null, '请填数字，例如 4.82'],
    ['-1', null, '质量为 0.0001–100000 g，至多 4 位小数'],
    ['0', null, '质量为 0.0001–100000 g，至多 4 位小数'],
    ['100000', '100000', null],
    ['100001', null, '质量为 0.0001–100000 g，至多 4 位小数'],
    ['1.23456', null, '质量为 0.0001–100000 g，至多 4 位小数'],
  ])('%j is the mass %j, with the fault %j', (typed, massG, fault) => {
    expect(readMass(typed)).toEqual({ massG, fault })
  })

  it.each([
    ['26,000', 2_600_000],
    ['¥ 160.5 元', 16_050],
    ['２６０００', 2_600_000],
    ['26,00', null],
    ['-1', null],
    ['1.234', null],
    ['100000000', 10_000_000_000],
    ['100000001', null],
    ['很贵', null],
  ])('%j is an amount of %j cents', (typed, cents) => {
    expect(readCents(typed)).toBe(cents)
  })

  it.each([
    ['100000000', undefined],
    ['100000001', '价值为 0–100000000（1 亿）元'],
    ['200,000,000.50', '价值为 0–100000000（1 亿）元'],
    ['-1', '价值为 0–100000000（1 亿）元'],
    ['1.234', '小数至多两位，单位元'],
    ['26,5', '小数点请用 .'],
    ['2 万', '请填数字，单位元，例如 45000'],
  ])('%j is no amount because %j', (typed, fault) => {
    expect(findCentsFault(typed)).toBe(fault)
  })
})
