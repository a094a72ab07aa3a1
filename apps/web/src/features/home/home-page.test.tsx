import type { HomeContent } from '@portal/contract/site/site.ts'
import { fireEvent, screen, within } from '@testing-library/react'
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
    // The page of an upstream that has no texts for it.
    'GET /v1/site/home': bad(500, '没有这个接口'),
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
  const { fetch } = openPage('/', pages, {
    ...makeAnswers(),
    'GET /v1/article/': new Promise<never>(() => {}),
  })
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

it('leaves out a section whose list is empty', async () => {
  const answers = answering(makeAnswers())
  const nothing: Answers = {
    'GET /v1/article/': async ({ query }: Asked) =>
      ['33', '35'].includes(query.get('categoryId') ?? '')
        ? { code: 200, data: { records: [], pages: 0 } }
        : answers(`/v1/article/?${query}`),
  }
  openPage('/', pages, { ...makeAnswers(), ...nothing })
  await findSection('宝石百科')
  expect(screen.queryByRole('heading', { name: '品牌周边' })).toBeNull()
  expect(screen.queryByRole('heading', { name: '研究' })).toBeNull()
  expect(screen.queryByText('暂无数据')).toBeNull()
})

const home: HomeContent = {
  title: ['先检后售', '凭证可查'],
  lead: '导语一句。',
  sections: ['paragraph', 'credentials', 'services'],
  servicesLead: '可到场送样。',
  steps: ['送样', '检测', '签发'],
  services: [{ name: '钻石', tests: ['分级', '鉴别'], standards: ['GB/T 16554'], figure: 'gem' }],
  gems: [],
  impartialityTitle: '公正、可追溯',
  impartialityText: '收费与结论无关。',
  standards: [{ number: 'GB/T 16554', name: '钻石分级' }],
  paragraphTitle: '到店须知',
  paragraph: '<p>请带身份证。</p>',
}

it('shows the sections and texts of the site in its order', async () => {
  openPage('/', pages, { ...makeAnswers(), 'GET /v1/site/home': { code: 200, data: home } })
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('先检后售凭证可查')
  await screen.findByText('请带身份证。')
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(titles.slice(0, 3)).toEqual(['到店须知', '公正、可追溯', '检测业务'])
  expect(screen.getByText('鉴别')).toBeTruthy()
  expect(screen.getByText('可到场送样。')).toBeTruthy()
  expect(screen.queryByRole('heading', { name: '宝石百科' })).toBeNull()
})

it('offers the PDF of a qualification as a download, and opens a picture', async () => {
  const [pdf, picture] = [`/file/doc/m/${'a'.repeat(32)}/cma.pdf`, `/file/img/m/${'b'.repeat(32)}/cnas.webp`]
  const qualifications = [
    { name: '资质认定证书', note: '有效期至 2029-03-15', url: pdf },
    { name: '认可证书', note: '', url: picture },
  ]
  const data = { ...home, sections: ['qualifications'], qualificationsLead: '证书如下。', qualifications }
  openPage('/', pages, { ...makeAnswers(), 'GET /v1/site/home': { code: 200, data } })
  const section = await findSection('资质')
  expect(section.getByText('证书如下。')).toBeTruthy()
  const links = section.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['资质认定证书有效期至 2029-03-15下载 PDF', pdf],
    ['认可证书打开图片', picture],
  ])
  expect(section.getByText('2029-03-15').tagName).toBe('TIME')
  expect(fireEvent.click(section.getByRole('link', { name: /资质认定证书/ }))).toBe(true)
  expect(fireEvent.click(section.getByRole('link', { name: /认可证书/ }))).toBe(false)
  const viewer = within(await screen.findByRole('dialog', { name: '图片：认可证书' }))
  expect(viewer.getByRole('img').getAttribute('src')).toBe(picture)
})

it('makes no claim about the laboratory without texts of its own', async () => {
  openPage('/', pages, makeAnswers())
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('证书查询与送检服务')
  expect(document.body.textContent).not.toMatch(/GB|不同人员|买卖/)
})

const makeTitles = (...titles: string[]) => titles.map((title) => ({ title }))

it('chooses the six preferred gems, in any order of the input', () => {
  const gems = makeTitles('琥珀', '和田玉', '绿松石', '翡翠', '祖母绿', '欧泊', '红宝石', '钻石')
  expect(chooseForTray(gems, [])).toEqual(makeTitles('钻石', '红宝石', '祖母绿', '翡翠', '绿松石', '和田玉'))
})

it('fills the places of missing gems with the first of the others', () => {
  expect(chooseForTray(makeTitles('琥珀', '翡翠', '欧泊', '锆石'), [])).toEqual(
    makeTitles('翡翠', '琥珀', '欧泊', '锆石'),
  )
})

it('shows the gems that the site has chosen, in its order', () => {
  const gems = makeTitles('琥珀', '翡翠', '欧泊', '锆石')
  expect(chooseForTray(gems, ['锆石', '已删除', '琥珀'])).toEqual(makeTitles('锆石', '琥珀'))
})

it('returns fewer when there are fewer', () => {
  expect(chooseForTray(makeTitles('琥珀'), [])).toEqual(makeTitles('琥珀'))
  expect(chooseForTray([], [])).toEqual([])
})
