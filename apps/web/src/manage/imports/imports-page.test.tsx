import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { type Answers, good } from '#testing/answering.ts'
import { openManage, staffAnswers } from '#testing/open-manage.tsx'
import type { SiteImport } from './imports-page.tsx'

const GET = 'GET /v1/manage/imports'
const FORMER = 'GET /v1/manage/imports/former'
const START = 'POST /v1/manage/imports/start'
const STOP = 'POST /v1/manage/imports/stop'
const CATEGORIES = 'GET /v1/manage/categories'
const ID = 'a'.repeat(32)
const topic = (id: number, name: string) => ({ id, name, version: 0, articles: 0, isFixed: false })

const READY: SiteImport = {
  id: ID,
  fileName: '旧站.xml',
  bytes: 1000,
  state: 'ready',
  message: null,
  share: 1,
  summary: {
    source: 'wordpress',
    site: 'https://old.example.cn',
    posts: 1200,
    pages: 3,
    categories: [
      { name: '研究', count: 700 },
      { name: '旧闻', count: 500 },
    ],
    tags: 8,
    pictures: 40,
    shortcodes: [{ name: 'gallery', count: 2 }],
    leftOut: [{ name: '评论', count: 31 }],
  },
  total: 1203,
  position: 0,
  outcomes: [],
  startTime: '2026-11-20 10:00:00',
  finishTime: null,
  retry: null,
}

const open = (answers: Answers) => {
  const categories = good(CATEGORIES, { records: [topic(32, '新闻'), topic(33, '研究')], merged: [] })
  return openManage(
    staffAnswers({ duties: ['owner'] }, { [CATEGORIES]: categories, [FORMER]: good(FORMER, []), ...answers }),
    '/imports',
  )
}

it('says that nothing has changed after a repeated import', async () => {
  const done = { ...READY, state: 'done' as const, finishTime: '2026-11-20 10:05:00' }
  const unchanged = [{ outcome: 'unchanged' as const, count: 3 }]
  const { unmount } = open({ [GET]: good(GET, { ...done, outcomes: unchanged }) })
  expect(await screen.findByText('没有新的或改过的文章，草稿没有变化。')).toBeTruthy()
  expect(screen.queryByRole('link', { name: '看草稿' })).toBeNull()
  unmount()
  open({ [GET]: good(GET, { ...done, outcomes: [...unchanged, { outcome: 'updated', count: 1 }] }) })
  expect(await screen.findByRole('link', { name: '看草稿' })).toBeTruthy()
  expect(screen.getByText('草稿在“文章”里，请检查后发布。')).toBeTruthy()
})

it('shows what was found, and starts with the chosen categories', async () => {
  let stored = good(GET, READY)
  const { fetch } = open({
    [GET]: () => stored,
    [START]: () => {
      stored = good(GET, { ...READY, state: 'storing', position: 400 })
      return good(START, null)
    },
    [STOP]: () => {
      stored = good(GET, { ...READY, state: 'stopped', position: 400, outcomes: [{ outcome: 'added', count: 400 }] })
      return good(STOP, null)
    },
  })
  expect(await screen.findByText('WordPress，https://old.example.cn')).toBeTruthy()
  expect(screen.getByText('评论 31 项')).toBeTruthy()
  expect(screen.getByRole('combobox', { name: '研究' })).toHaveProperty('value', '33')
  fireEvent.change(screen.getByRole('combobox', { name: '页面' }), { target: { value: '33' } })
  fireEvent.click(screen.getByRole('checkbox', { name: /^从原网站取回图片/ }))
  fireEvent.click(screen.getByRole('button', { name: '导入 1,203 篇为草稿' }))
  expect(await screen.findByText('正在存为草稿：400 / 1203 篇')).toBeTruthy()
  expect(fetch.of(START)[0]?.body).toEqual({
    importId: ID,
    categories: [
      { name: '研究', categoryId: 33 },
      { name: '旧闻', categoryId: 32 },
    ],
    otherCategoryId: 32,
    pageCategoryId: 33,
    withPictures: true,
  })
  fireEvent.click(screen.getByRole('button', { name: '停止' }))
  const result = await screen.findByRole('region', { name: '结果' })
  expect(within(result).getByText('400 篇')).toBeTruthy()
  expect(within(result).getByRole('button', { name: '下载报告' })).toBeTruthy()
})

it('discards the file on request, after a question', async () => {
  let stored = good(GET, READY)
  const { fetch } = open({
    [GET]: () => stored,
    [STOP]: () => {
      stored = good(GET, { ...READY, state: 'stopped' })
      return good(STOP, null)
    },
  })
  const ask = async () => fireEvent.click(await screen.findByRole('button', { name: '丢弃这个文件' }))
  const findDialog = async () => within(await screen.findByRole('dialog', { name: '丢弃“旧站.xml”？' }))
  await ask()
  fireEvent.click((await findDialog()).getByRole('button', { name: '不丢弃' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(fetch.of(STOP)).toEqual([])
  await ask()
  fireEvent.click((await findDialog()).getByRole('button', { name: '丢弃' }))
  expect(await screen.findByText('已丢弃“旧站.xml”，没有导入任何内容')).toBeTruthy()
  expect(fetch.of(STOP)[0]?.body).toEqual({ importId: ID })
  await waitFor(() => expect(screen.queryByRole('button', { name: '丢弃这个文件' })).toBeNull())
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('says when an attempt that failed is repeated', async () => {
  const retry = { time: '2026-11-20 10:05:30', attempt: 2 }
  open({ [GET]: good(GET, { ...READY, state: 'storing', position: 400, retry }) })
  expect(await screen.findByText('上次没有成功，将在 10:05 再试（第 2 次）')).toBeTruthy()
  expect(screen.queryByText(/^正在存为草稿/)).toBeNull()
})

it('lists former imports with their results and files', async () => {
  const former = { id: ID, fileName: '旧站.zip', byName: '顾怀瑾', startTime: '2026-11-18 09:30:12' }
  open({
    [GET]: good(GET, null),
    [FORMER]: good(FORMER, [
      { ...former, state: 'failed', outcomes: [{ outcome: 'added', count: 1200 }] },
      { ...former, id: 'b'.repeat(32), fileName: '传错.zip', state: 'stopped', outcomes: [] },
    ]),
  })
  const table = within(await screen.findByRole('region', { name: '以前的导入' })).getByRole('table')
  const [, failed, discarded] = within(table).getAllByRole('row')
  const cells = within(failed as HTMLElement).getAllByRole('cell')
  expect(cells.slice(0, 4).map(({ textContent }) => textContent)).toEqual([
    '旧站.zip',
    '2026-11-18 09:30',
    '顾怀瑾',
    '新建草稿 1,200 篇，中断，没有做完',
  ])
  const addresses: (string | null)[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    addresses.push(this.getAttribute('href'))
  })
  for (const name of ['下载报告', '下载跳转建议']) {
    fireEvent.click(within(failed as HTMLElement).getByRole('button', { name }))
  }
  expect(addresses).toEqual(['report', 'redirects'].map((name) => `/v1/manage/imports/${name}?importId=${ID}`))
  expect(within(discarded as HTMLElement).getByText('没有导入')).toBeTruthy()
  expect(within(discarded as HTMLElement).queryByRole('button')).toBeNull()
})

it('says why a file was refused, and that one is too large before it is sent', async () => {
  const message = '文件不是 UTF-8 编码，无法读取'
  const { fetch } = open({ [GET]: good(GET, { ...READY, state: 'refused', summary: null, message }) })
  expect(await screen.findByText(message)).toBeTruthy()
  const file = new File(['a'], 'a.xml')
  Object.defineProperty(file, 'size', { value: 201 * 1024 * 1024 })
  fireEvent.change(screen.getByLabelText('选择文件', { selector: 'input' }), { target: { files: [file] } })
  await waitFor(() => expect(screen.getByText(/^文件不能超过 200 MB/)).toBeTruthy())
  expect(fetch.of('POST /v1/manage/imports')).toEqual([])
})
