import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { ErrorPage } from '#app/error-page.tsx'
import { type Answers, type Asked, bad } from '#testing/answering.ts'
import { openPage } from '#testing/open-page.tsx'
import { Component as GemPage, loader as gemLoader, meta as gemMeta } from './gem-page.tsx'
import { clearPicks } from './gem-picks.ts'

const pages = [
  { path: '/gem', Component: GemPage, loader: gemLoader, ErrorBoundary: ErrorPage, handle: { meta: gemMeta } },
]

const makeGem = (id: number, title: string, summary: string) => ({ id, title, summary, categoryId: '34' })
const RECORDS = [
  makeGem(50, '红宝石', '刚玉，三方晶系。折射率 1.762–1.770，密度 4.00，摩氏硬度 9。常见颜色：红、紫红。'),
  makeGem(51, '尖晶石', '尖晶石，等轴晶系。折射率 1.718，密度 3.60，摩氏硬度 8。常见颜色：红、蓝。'),
  makeGem(52, '翡翠', '硬玉，集合体（单斜）。折射率 1.66（点测），密度 3.34，摩氏硬度 6.5–7。常见颜色：绿、白。'),
  makeGem(53, '陨石', '来自天外。'),
  makeGem(54, '碧玺', '电气石，三方晶系。折射率 1.624–1.644，密度 3.06，摩氏硬度 7–8。'),
]
const makeTable = (ri: string, density: string, hardness: string, system: string) =>
  `<table><tr><th>项目</th><th>数值</th></tr>${Object.entries({
    晶系: system,
    折射率: ri,
    密度: density,
    摩氏硬度: hardness,
    吸收光谱: '694、692',
  })
    .map(([name, value]) => `<tr><td>${name}</td><td>${value}</td></tr>`)
    .join('')}</table>`
const CONTENTS: Record<string, string> = {
  50: makeTable('1.762–1.770（+0.009/−0.005）', '4.00 ±0.05', '9', '三方晶系'),
  51: makeTable('1.718（+0.017/−0.008）', '3.60 ±0.05', '8', '等轴晶系'),
  53: '<p>没有表。</p>',
}
const answers: Answers = {
  'GET /v1/article/': { code: 200, data: { records: RECORDS, pages: 1 } },
  'GET /v1/article/info': ({ query }: Asked) => {
    const id = query.get('id') ?? ''
    const record = RECORDS.find((found) => String(found.id) === id)
    return CONTENTS[id] && record
      ? { code: 200, data: { id: record.id, title: record.title, content: CONTENTS[id] } }
      : bad(500, '抱歉，文章不存在')
  },
}

const listNames = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
const open = (address: string, more: Answers = {}) => openPage(address, pages, { ...answers, ...more })

beforeEach(clearPicks)

it('shows every gem with its scales and a link to its article', async () => {
  const { fetch } = open('/gem')
  expect(await screen.findByRole('heading', { level: 1, name: '宝石百科' })).toBeTruthy()
  expect(listNames()).toEqual(['红宝石', '尖晶石', '翡翠', '陨石', '碧玺'])
  expect(screen.getByText('共 5 种宝石')).toBeTruthy()
  expect(screen.getByRole('link', { name: '红宝石' }).getAttribute('href')).toBe('/article/50')
  expect(fetch.of('GET /v1/article/')[0]?.query.toString()).toBe('categoryId=34&pageNo=1&pageSize=100')
})

it('finds the gems that fit a measured value, from a form with empty fields', async () => {
  open('/gem?name=&riMin=1.70&riMax=1.80&sgMin=&sgMax=&hMin=&hMax=&sort=ri')
  expect(await screen.findByText('2 种宝石符合条件，共 5 种')).toBeTruthy()
  expect(listNames()).toEqual(['尖晶石', '红宝石'])
  expect(screen.getByLabelText('折射率 下限')).toHaveProperty('value', '1.7')
})

it('filters by links that keep the other choices', async () => {
  open('/gem?colour=红')
  const systems = within(await screen.findByRole('navigation', { name: '按晶系筛选' }))
  expect(systems.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    '全部',
    '等轴晶系',
    '三方晶系',
    '集合体',
  ])
  const link = systems.getByRole('link', { name: '等轴晶系' })
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toBe('/gem?system=等轴晶系&colour=红')
  fireEvent.click(link)
  await waitFor(() => expect(listNames()).toEqual(['尖晶石']))
})

it('writes only set filters into the address', async () => {
  const { router } = open('/gem')
  fireEvent.change(await screen.findByLabelText('摩氏硬度 下限'), { target: { value: '8.5' } })
  fireEvent.click(screen.getByRole('button', { name: '筛选' }))
  await waitFor(() => expect(router.state.location.search).toBe('?hMin=8.5'))
  await waitFor(() => expect(listNames()).toEqual(['红宝石']))
})

it('shows an empty state with a reset when nothing matches', async () => {
  open('/gem?riMin=2.5')
  expect(await screen.findByText('没有符合条件的宝石')).toBeTruthy()
  const links = screen.getAllByRole('link', { name: '清除筛选' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/gem', '/gem'])
})

it('keeps up to four selected gems when the filters change, and links to their comparison', async () => {
  const { router } = open('/gem')
  fireEvent.click(await screen.findByRole('checkbox', { name: '对比红宝石' }))
  fireEvent.click(screen.getByRole('link', { name: '等轴晶系' }))
  await waitFor(() => expect(listNames()).toEqual(['尖晶石']))
  fireEvent.click(screen.getByRole('checkbox', { name: '对比尖晶石' }))
  await screen.findByText('已选 2 种，最多 4 种')
  fireEvent.click(screen.getByRole('button', { name: '对比' }))
  await waitFor(() => expect(router.state.location.search).toBe('?compare=50,51'))
})

it('selects one gem of the address and waits for another', async () => {
  open('/gem?compare=50')
  const box = await screen.findByRole('checkbox', { name: '对比红宝石' })
  expect(box).toHaveProperty('checked', true)
  // The button submits the form without scripts; scripts disable it.
  await waitFor(() => expect(screen.getByRole('button', { name: '对比' })).toHaveProperty('disabled', true))
  fireEvent.click(screen.getByRole('button', { name: '不再对比红宝石' }))
  await waitFor(() => expect(box).toHaveProperty('checked', false))
})

it('compares gems on common scales and marks the rows that distinguish them', async () => {
  open('/gem?compare=50&compare=51')
  const compared = within(await screen.findByRole('table'))
  expect(compared.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    '项目',
    '红宝石',
    '尖晶石',
  ])
  expect(compared.getByRole('rowheader', { name: /^折射率.*可区分/ })).toBeTruthy()
  expect(compared.getByRole('rowheader', { name: /^晶系.*不同/ })).toBeTruthy()
  expect(compared.getByRole('rowheader', { name: /^吸收光谱.*相同/ })).toBeTruthy()
  expect(compared.getByRole('img', { name: '折射率 1.718，标尺 1.40–1.90' })).toBeTruthy()
  expect(compared.getByRole('link', { name: '移除尖晶石' }).getAttribute('href')).toBe('/gem?compare=50')
  expect(screen.getByRole('region', { name: '对比表' }).tabIndex).toBe(0)
})

it('leaves the column of a failed gem empty', async () => {
  open('/gem?compare=50,52,53')
  expect(await screen.findByText('暂时无法加载，请稍后重试')).toBeTruthy()
  expect(screen.getByText('该条目没有测量值表')).toBeTruthy()
  expect(screen.getByRole('link', { name: '红宝石' })).toBeTruthy()
})

it('shows the not-found page when no gem exists', async () => {
  open('/gem?compare=90,91')
  expect(await screen.findByRole('heading', { name: '此页未见记录' })).toBeTruthy()
})

it('has one canonical address for all filters', async () => {
  const { router } = open('/gem?colour=红&sort=h')
  await screen.findByRole('heading', { level: 1 })
  const data = Object.values(router.state.loaderData).at(-1)
  expect(gemMeta(data, { params: {}, query: new URLSearchParams() })).toMatchObject({
    title: '宝石百科',
    canonical: '/gem',
  })
})
