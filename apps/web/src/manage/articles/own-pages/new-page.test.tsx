import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { type Answers, bad, good } from '#testing/answering.ts'
import { makeArea, openArea, staffAnswers } from '#testing/open-manage.tsx'
import * as newPage from './new-page.tsx'

const LIST = 'GET /v1/manage/pages'
const CREATE = 'POST /v1/manage/ownPages'
const PREVIEW = 'POST /v1/article/preview'
const makePage = (path: string) => ({
  key: null,
  title: '旧页',
  path,
  articleId: 3,
  state: 'published' as const,
  version: 2,
  editorName: '顾怀瑾',
  changeTime: '2026-11-12 10:00:00',
  hasDraft: false,
  lockedBy: null,
  brokenLinks: 0,
  picturesWithoutText: 0,
})

const open = async (answers: Answers = {}) => {
  const answered = {
    [LIST]: good(LIST, [makePage('/p/fees-2026')]),
    [CREATE]: good(CREATE, { articleId: 7 }),
    [PREVIEW]: good(PREVIEW, { content: '<p>致电【电话】。</p>' }),
    ...answers,
  } as Answers
  const editor = { Component: () => <p>编辑页</p> }
  const pages = [
    ['/pages/new', async () => newPage],
    ['/pages/:key', async () => editor],
  ] as const
  const areas = [makeArea('/pages', '页面', newPage, { pages })]
  const { fetch } = openArea('/pages/new', { areas, answers: staffAnswers({}, answered) })
  await screen.findByRole('heading', { name: '新建页面' })
  return fetch
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const getValue = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))

it('shows the chosen template with its gaps, and proposes its title and address', async () => {
  const fetch = await open()
  expect([getValue('标题'), getValue('地址')]).toEqual(['送检须知', 'submission'])
  const aside = await screen.findByRole('region', { name: '送检须知' })
  await vi.waitFor(() => expect(within(aside).getByText('【电话】').tagName).toBe('MARK'))
  expect(aside.textContent).toContain('11 处要填')
  type('地址', 'before-you-come')
  fireEvent.click(screen.getByRole('radio', { name: /资质证书/ }))
  // A typed address stays, an untouched title follows the template.
  expect([getValue('标题'), getValue('地址')]).toEqual(['资质证书', 'before-you-come'])
  await press('新建并开始写')
  expect(fetch.of(CREATE)[0]?.body).toMatchObject({
    slug: 'before-you-come',
    form: { title: '资质证书', contentMd: expect.stringContaining('## 检验检测机构资质认定（CMA）') },
  })
})

it('fills the name of the organisation in the text of a template', async () => {
  const fetch = await open()
  fireEvent.click(screen.getByRole('radio', { name: /使用条款/ }))
  await press('新建并开始写')
  const contentMd = expect.stringContaining('本站由石衡珠宝玉石检测中心运营')
  expect(fetch.of(CREATE)[0]?.body).toMatchObject({ form: { contentMd } })
})

it('offers a valid address for a wrong and for a taken one, and a press takes it over', async () => {
  const fetch = await open()
  type('地址', '收费 2026')
  expect(screen.getByText(/只能用小写字母、数字和中间的短横/)).toBeTruthy()
  await press('新建并开始写')
  expect(fetch.of(CREATE)).toEqual([])
  expect(screen.getByText('1 处有误：地址')).toBeTruthy()
  await press('page-2026')
  expect(getValue('地址')).toBe('page-2026')
  type('地址', 'fees-2026')
  expect(screen.getByText(/这个地址已有页面在用/)).toBeTruthy()
  await press('fees-2026-2')
  await press('新建并开始写')
  expect(fetch.of(CREATE)[0]?.body).toMatchObject({ slug: 'fees-2026-2' })
})

it('keeps what was typed when upstream refuses, and shows why at the field', async () => {
  await open({ [CREATE]: bad(400, '这个地址已有文章或页面在用；可以用 jade-2') })
  type('标题', '翡翠')
  type('地址', 'jade')
  await press('新建并开始写')
  expect(screen.getByText('这个地址已有文章或页面在用；可以用 jade-2')).toBeTruthy()
  expect([getValue('标题'), getValue('地址')]).toEqual(['翡翠', 'jade'])
})

it('asks for a title and an address of a blank page', async () => {
  const fetch = await open()
  fireEvent.click(screen.getByRole('radio', { name: /空白/ }))
  expect([getValue('标题'), getValue('地址')]).toEqual(['', ''])
  await press('新建并开始写')
  expect(screen.getByText('请填写标题')).toBeTruthy()
  expect(screen.getByText('2 处有误：标题、地址')).toBeTruthy()
  expect(fetch.of(CREATE)).toEqual([])
})
