import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { type Answers, good } from '#testing/answering.ts'
import { makeDeskCertificate, makePendingChange, DESK_NO as NO } from '#testing/desk-certificates.ts'
import { openArea, staffAnswers } from '#testing/open-manage.tsx'
import type { PendingChange } from './desk-words.ts'

const NEXT = 'SH20261120000093'
const ONE = 'GET /v1/manage/certificates/{certificateNo}'
const toCall = (method: string, certificateNo = NO) => `${method} /v1/manage/certificates/${certificateNo}`
const LIGHT = { member: 'specificGravity', text: '绿松石密度应为 2.76（+0.14/−0.36） g/cm³，现为 2.31', key: 'k' }

beforeEach(() => localStorage.clear())

function open(
  category: PendingChange['form']['category'],
  fields: Record<string, string>,
  more: Partial<PendingChange> = {},
  others: Answers = {},
) {
  const pendingChange = makePendingChange({ form: { category, fields, pictures: [] }, ...more })
  const certificate = makeDeskCertificate({ pendingChange })
  let revision = 3
  const makeSavedAnswer = () => ({
    code: 200,
    message: '成功',
    extra: {},
    data: { revision: ++revision, faults: pendingChange.faults, warnings: pendingChange.warnings },
  })
  const answers: Answers = {
    [toCall('GET')]: good(ONE, certificate),
    [toCall('PUT')]: makeSavedAnswer,
    [toCall('GET', NEXT)]: good(ONE, { ...certificate, certificateNo: NEXT }),
    [toCall('PUT', NEXT)]: makeSavedAnswer,
    'POST /v1/manage/certificates': good('POST /v1/manage/certificates', { certificateNo: NEXT }),
    ...others,
  }
  return openArea(`/certificates/${NO}`, { answers: staffAnswers({ duties: ['certify'] }, answers) })
}
const findField = (label: string) => screen.getByLabelText(label) as HTMLInputElement
const type = (label: string, value: string) => fireEvent.change(findField(label), { target: { value } })
const press = (key: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more })
const scale = (word: string) => screen.getByRole('img', { name: new RegExp(`^${word}标尺`) }).getAttribute('aria-label')

it('compares the readings with the published constants while the user types', async () => {
  open('turquoise', { conclusion: '绿松石', refractiveIndex: '1.61（点测）' })
  await screen.findByRole('region', { name: '对照　绿松石' })
  expect(scale('折射率')).toBe('折射率标尺：绿松石公布 1.610–1.650（点测 1.61），读数 1.61，相符')
  expect(scale('密度')).toBe('密度标尺：绿松石公布 2.76（+0.14/−0.36），未测')
  type('密度', '2.31')
  expect(scale('密度')).toMatch(/读数 2.31，不符；落在玻璃/)
  const panel = screen.getByRole('region', { name: '对照　绿松石' })
  expect(within(panel).getByText('玻璃', { selector: 'b' }).parentElement?.textContent).toBe('玻璃折射率、密度都符合')
})

it('names a reissue with the number that it replaces', async () => {
  open('turquoise', { conclusion: '绿松石' }, { replaces: NEXT, reason: '遗失' })
  expect(await screen.findByText(`换发（代替 ${NEXT}）`, { exact: false })).toBeTruthy()
  expect(screen.queryByText(/首发/)).toBeNull()
})

it('has one spot reading for aggregates, and two readings with their difference for crystals', async () => {
  open('turquoise', { conclusion: '绿松石' })
  expect(await screen.findByLabelText('双折射率')).toMatchObject({ value: '集合体不可测', disabled: true })
  type('折射率', '1.61')
  fireEvent.keyDown(document.body, { key: '1', code: 'Digit1', altKey: true })
  expect(findField('折射率（小）').value).toBe('1.61（点测）')
  type('检验结论', '红宝石')
  type('折射率（小）', '1.762')
  type('折射率（大）', '1.770')
  expect(findField('双折射率')).toMatchObject({ value: '0.008', readOnly: true })
  expect(findField('英文结论').value).toBe('Ruby')
})

it('corrects a doubtful reading, changes the conclusion, or stores a sentence as the answer', async () => {
  const { fetch } = open('turquoise', { conclusion: '绿松石', specificGravity: '2.31' }, { warnings: [LIGHT] })
  const box = within(await screen.findByRole('group', { name: '警示' }))
  expect(findField('密度').dataset.warned).toBe('open')
  fireEvent.click(box.getByLabelText('读数有误，改正'))
  expect(document.activeElement).toBe(findField('密度'))
  fireEvent.click(box.getByLabelText('已复测，确认'))
  fireEvent.change(box.getByLabelText('答复'), { target: { value: '静水称重三次' } })
  expect(findField('密度').dataset.warned).toBe('answered')
  expect(screen.getByText('1 条警示，已答复')).toBeTruthy()
  fireEvent.click(box.getByLabelText('结论有误，改为…'))
  fireEvent.change(box.getByLabelText('结论改为'), { target: { value: '绿松石（充填）' } })
  fireEvent.click(box.getByRole('button', { name: '改结论' }))
  expect(findField('检验结论').value).toBe('绿松石（充填）')
  await waitFor(() => expect(fetch.of(toCall('PUT')).length).toBeGreaterThan(0), {
    timeout: 3000,
  })
})

it.each([
  ['turquoise', 'conclusionEn'],
  ['turquoise', 'totalMassG'],
  ['turquoise', 'standards'],
  ['diamond', 'colorGrade'],
  ['metal', 'conclusion'],
  ['metal', 'caratMassCt'],
] as const)('asks about words and figures that do not fit: %s, %s', async (category, member) => {
  const warning = { member, text: '两处不符', key: 'k' }
  open(category, { conclusion: '绿松石', [member]: '1' }, { warnings: [warning] })
  const box = within(await screen.findByRole('group', { name: '警示' }))
  expect(box.queryByLabelText('结论有误，改为…')).toBeNull()
  fireEvent.click(box.getByLabelText('属实，确认'))
  fireEvent.change(box.getByLabelText('答复'), { target: { value: '已核对样品' } })
  expect(screen.getByText('1 条警示，已答复')).toBeTruthy()
})

it('names the fields that are required or reminded of, and asks why there is no picture', async () => {
  const warning = { member: 'pictures', text: '缺少图片', key: 'pictures||钻石' }
  const { fetch } = open('diamond', { conclusion: '钻石' }, { warnings: [warning] })
  const box = within(await screen.findByRole('group', { name: '警示' }))
  expect(findField('长').getAttribute('aria-required')).toBe('true')
  expect(findField('检验依据').closest('[data-member]')?.textContent).toContain('提醒')
  expect(findField('颜色').getAttribute('aria-required')).toBeNull()
  // The measurements of a set diamond are not required.
  type('检验结论', '18K 金钻石戒指')
  expect(findField('长').getAttribute('aria-required')).toBeNull()
  fireEvent.click(box.getByLabelText('现在补上'))
  expect(document.activeElement?.getAttribute('type')).toBe('file')
  fireEvent.click(box.getByLabelText('不补，说明原因'))
  fireEvent.change(box.getByLabelText('答复'), { target: { value: '委托方不要求附图' } })
  await waitFor(
    () =>
      expect(fetch.of(toCall('PUT')).at(-1)?.body).toMatchObject({
        answers: [{ key: warning.key, text: '委托方不要求附图' }],
      }),
    { timeout: 3000 },
  )
})

it('offers the standards of the category that are valid on the day of the test', async () => {
  open('diamond', { conclusion: '钻石', testedOn: '2018-04-30' })
  const list = async (typed: string) => {
    fireEvent.change(await screen.findByRole('combobox', { name: '检验依据' }), { target: { value: typed } })
    return screen.queryAllByRole('option').map((one) => one.textContent)
  }
  expect(await list('GB/T 165')).toEqual([])
  type('检验日期', '2026-11-20')
  const names = ['珠宝玉石 名称', '珠宝玉石 鉴定', '钻石分级'].map((title, nth) => `GB/T 1655${nth + 2}—2017${title}`)
  expect(await list('GB/T 1655')).toEqual(names)
})

it('adds a field of its own name, and none that the form already has', async () => {
  const { fetch } = open('jade', { conclusion: '翡翠' })
  const add = async (name: string) => {
    fireEvent.change(await screen.findByLabelText('添加项目'), { target: { value: name } })
    fireEvent.click(screen.getByRole('button', { name: '添加' }))
  }
  await add('颜色')
  expect(screen.getByText('表单里已有“颜色”')).toBeTruthy()
  await add('<b>')
  expect(screen.getByText(/不能使用/)).toBeTruthy()
  await add('拉曼光谱')
  fireEvent.change(findField('拉曼光谱'), { target: { value: '375 cm⁻¹' } })
  await waitFor(
    () => expect(fetch.of(toCall('PUT')).at(-1)?.body).toMatchObject({ form: { fields: { 拉曼光谱: '375 cm⁻¹' } } }),
    {
      timeout: 3000,
    },
  )
})

it('moves from field to field by Enter, and to the next fault by F8', async () => {
  const fault = { member: 'color', text: '颜色含有无法显示的字符' }
  const fields = { conclusion: '绿松石', color: '蓝\u0007', specificGravity: '2.31' }
  open('turquoise', fields, { faults: [fault], warnings: [LIGHT] })
  await screen.findByText(fault.text)
  findField('英文结论').focus()
  press('Enter')
  expect(document.activeElement).toBe(findField('总质量'))
  press('F8')
  expect(document.activeElement).toBe(findField('颜色'))
  press('F8')
  expect(document.activeElement).toBe(findField('密度'))
  press('F8')
  expect(document.activeElement).toBe(findField('颜色'))
})

it.each([
  ['its field was left', () => fireEvent.blur(findField('检验结论'))],
  ['the next fault was asked for', () => press('F8')],
])('shows that a value is missing only after %s', async (_when, act) => {
  const text = '缺少检验结论'
  open('turquoise', {}, { faults: [{ member: 'conclusion', text }] })
  await screen.findByText('1 处错误，须先改正')
  expect(screen.queryByText(text)).toBeNull()
  expect(screen.getByRole('button', { name: /提交审批/ })).toHaveProperty('disabled', true)
  act()
  expect(screen.getByText(text)).toBeTruthy()
})

it('creates the next certificate of the lot with the same category, dates and standards', async () => {
  const lot = { standards: 'GB/T 16552', testedOn: '2026-11-20', receivedOn: '2026-11-19' }
  const { fetch } = open('turquoise', { conclusion: '绿松石', color: '蓝色', ...lot })
  await screen.findByText('已保存 10:42:18')
  fireEvent.keyDown(document.body, { key: 'ArrowDown', ctrlKey: true })
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(NEXT))
  expect(fetch.of('POST /v1/manage/certificates')[0]?.body).toEqual({ category: 'turquoise' })
  const [sent] = fetch.of(toCall('PUT', NEXT)).map(({ body }) => body as { form: PendingChange['form'] })
  expect(sent?.form.fields).toEqual(lot)
})

it('keeps typed text while there is no network, and saves it once there is', async () => {
  let isOnline = false
  const down = { code: 503, message: '暂不可用', data: null, extra: {} }
  const up = { code: 200, message: '成功', extra: {}, data: { revision: 4, faults: [], warnings: [] } }
  const { fetch } = open('turquoise', { conclusion: '绿松石' }, {}, { [toCall('PUT')]: () => (isOnline ? up : down) })
  await screen.findByLabelText('颜色')
  type('颜色', '蓝绿色')
  expect(await screen.findByText(/没有保存成功，文字仍在本页/, {}, { timeout: 3000 })).toBeTruthy()
  isOnline = true
  fireEvent(window, new Event('online'))
  expect(await screen.findByText(/^已保存/)).toBeTruthy()
  expect(fetch.of(toCall('PUT')).at(-1)?.body).toMatchObject({ revision: 3, form: { fields: { color: '蓝绿色' } } })
})

it('shows the name that a typed treatment requires', async () => {
  open('gemstone', { conclusion: '红宝石' })
  await screen.findByLabelText('优化处理')
  type('优化处理', '铅玻璃充填')
  expect(screen.getByText('属处理：名称须注明，如“红宝石（充填）”')).toBeTruthy()
})
