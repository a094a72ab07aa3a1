import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Answers, type Asked, answering, bad } from '#testing/answering.ts'
import { openPage } from '#testing/open-page.tsx'
import { chooseForTray, Component as HomePage, loader as homeLoader } from './home-page.tsx'

const pages = [{ path: '/', Component: HomePage, loader: homeLoader }]

const ROWS: Readonly<Record<string, unknown[]>> = {
  32: [
    { id: 1, title: '元旦期间收样与领证安排', categoryId: '32', isStick: 1, createTime: '2026-11-18 09:00:00' },
    { id: 2, title: '足金印记该怎么看', categoryId: '32', createTime: '2026-11-03 09:00:00' },
  ],
  33: [
    { id: 3, title: '翡翠 437 nm 吸收线的检出条件', categoryId: '33', createTime: '2026-09-08 09:00:00' },
    { id: 4, title: '国家标准查阅入口', categoryId: '33', isLinkFlag: 1, linkUrl: 'https://openstd.samr.gov.cn/' },
  ],
  34: [
    { id: 5, title: '琥珀', summary: '树脂化石。' },
    { id: 6, title: '红宝石', summary: '刚玉，三方晶系。折射率 1.762–1.770，密度 4.00，摩氏硬度 9。' },
  ],
  35: [{ id: 7, title: '10× 三片式放大镜', avatar: '/file/img/loupe.svg', summary: '三片胶合。附皮绳。' }],
}

function makeAnswers(failing?: string): Answers {
  return {
    'GET /v1/article/': ({ query }: Asked) => {
      const categoryId = query.get('categoryId') ?? ''
      if (categoryId === failing) return bad(500, '系统繁忙')
      return { code: 200, data: { records: ROWS[categoryId], pages: 1 } }
    },
  }
}

async function findSection(name: string) {
  const heading = await screen.findByRole('heading', { level: 2, name })
  const found = heading.closest('section')
  if (!found) throw new Error(`${name} stands in no section`)
  return within(found)
}

it('submits a certificate number to the lookup, also without JavaScript', async () => {
  openPage('/', pages, makeAnswers())
  const field = (await screen.findByLabelText('证书编号')) as HTMLInputElement
  expect(field.name).toBe('no')
  expect(field.form?.getAttribute('action')).toBe('/certificate-check')
  expect(field.form?.method).toBe('get')
})

it('requests all lists at once', async () => {
  const { fetch } = openPage('/', pages, { 'GET /v1/article/': new Promise<never>(() => {}) })
  await expect.poll(() => fetch.of('GET /v1/article/')).toHaveLength(4)
})

it('links to news, research and articles on other sites', async () => {
  openPage('/', pages, makeAnswers())
  expect((await screen.findByRole('link', { name: '足金印记该怎么看' })).getAttribute('href')).toBe('/news-article/2')
  expect(screen.getByRole('link', { name: /^翡翠 437 nm/ }).getAttribute('href')).toBe('/article/3')
  const elsewhere = screen.getByRole('link', { name: /国家标准查阅入口.*在新窗口打开/ })
  expect(elsewhere.getAttribute('target')).toBe('_blank')
  expect(elsewhere.getAttribute('rel')).toBe('noopener')
})

it('shows the scales of a gem, and the text of one without values', async () => {
  openPage('/', pages, makeAnswers())
  const gems = await findSection('宝石百科')
  const [first, second] = gems.getAllByRole('article')
  if (!first || !second) throw new Error('the tray is empty')
  expect(within(first).getByRole('link', { name: '红宝石' }).getAttribute('href')).toBe('/article/6')
  expect(first.textContent).toContain('刚玉\u00a0· 三方晶系')
  expect(within(first).getByText('1.762–1.770')).toBeTruthy()
  expect(within(first).getByRole('img', { name: '标尺 1.4–2.7' })).toBeTruthy()
  expect(within(second).getByText('树脂化石。')).toBeTruthy()
  expect(within(second).queryByRole('img')).toBeNull()
})

it.each([
  ['32', '元旦期间收样与领证安排', '研究'],
  ['35', '10× 三片式放大镜', '宝石百科'],
])('shows the other sections when the list of category %s fails', async (categoryId, missing, untouched) => {
  openPage('/', pages, makeAnswers(categoryId))
  expect(await screen.findByText('暂时无法加载，请稍后重试')).toBeTruthy()
  expect(screen.queryByText(missing)).toBeNull()
  expect(screen.getByRole('heading', { level: 2, name: untouched })).toBeTruthy()
  expect(screen.getAllByText('暂时无法加载，请稍后重试')).toHaveLength(1)
  // The line in the section is enough, so no toast is shown.
  expect(screen.queryByRole('alert')).toBeNull()
})

it('shows a note in an empty list', async () => {
  const answers = answering(makeAnswers())
  const nothing: Answers = {
    'GET /v1/article/': async ({ query }: Asked) =>
      query.get('categoryId') === '35'
        ? { code: 200, data: { records: [], pages: 0 } }
        : answers(`/v1/article/?${query}`),
  }
  openPage('/', pages, nothing)
  const goods = await findSection('品牌周边')
  expect(goods.getByText('暂无数据')).toBeTruthy()
})

const makeTitles = (...titles: string[]) => titles.map((title) => ({ title }))

it('chooses the six preferred gems, in any order of the input', () => {
  const gems = makeTitles('琥珀', '和田玉', '绿松石', '翡翠', '祖母绿', '欧泊', '红宝石', '钻石')
  expect(chooseForTray(gems, 6)).toEqual(makeTitles('钻石', '红宝石', '祖母绿', '翡翠', '绿松石', '和田玉'))
})

it('fills the places of missing gems with the first of the others', () => {
  expect(chooseForTray(makeTitles('琥珀', '翡翠', '欧泊', '锆石'), 3)).toEqual(makeTitles('翡翠', '琥珀', '欧泊'))
})

it('returns fewer when there are fewer', () => {
  expect(chooseForTray(makeTitles('琥珀'), 6)).toEqual(makeTitles('琥珀'))
  expect(chooseForTray([], 6)).toEqual([])
})
