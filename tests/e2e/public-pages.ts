/** One address of the site. */
export interface VisitedPage {
  path: string
  /** Title before the site's name; none on the home page. */
  title: string
  /** Site name in the title; the Chinese one by default. */
  siteName?: string
  /** HTTP status, 200 by default. */
  status?: number
  /** Text that is shown when all data requested in the browser has arrived. */
  shows?: string
}

const ENGLISH_NAME = 'Shiheng Gem Laboratory'

/** Every public route of the specification with its title; articles are found by `listPublicPages`. */
export const FIXED_PAGES: readonly VisitedPage[] = [
  { path: '/', title: '' },
  { path: '/certificate-check', title: '证书查询' },
  { path: '/links', title: '联系我们' },
  { path: '/rangeDetail', title: '检测流程与范围' },
  { path: '/instrument', title: '检测仪器与方法' },
  { path: '/about', title: '关于我们' },
  { path: '/archive', title: '文章归档' },
  { path: '/category', title: '文章分类' },
  { path: '/notice/fees', title: '费用相关' },
  { path: '/message', title: '公正性声明' },
  { path: '/statement', title: '公正性声明' },
  { path: '/tags?categoryId=32', title: '新闻资讯' },
  { path: '/tags?categoryId=33', title: '研究' },
  { path: '/say', title: '说说' },
  { path: '/hot', title: '站内热搜' },
  { path: '/navigation', title: '站点导航' },
  { path: '/about-gic', title: '机构介绍' },
  { path: '/contact-us', title: '联系我们' },
  { path: '/experts', title: '专家介绍' },
  { path: '/join-us', title: '加入我们' },
  { path: '/surrounding', title: '品牌周边' },
  { path: '/gem', title: '宝石百科' },
  { path: '/question', title: '常见问题' },
  { path: '/certificate-check/receipt', title: '查询凭证核验' },
  { path: '/certificate-check/withdrawn', title: '已撤销证书公告' },
  { path: '/log', title: '公开日志', shows: '签名相符' },
  { path: '/developers', title: '开放接口' },
  { path: '/orders/new', title: '预约送检' },
  { path: '/orders/progress?no=WT20261120000425', title: '送检进度' },
  { path: '/certificate-check/report?no=SH20261103001285', title: '举报假证书' },
  { path: '/en/certificate-check?no=SH20261103001285', title: 'Certificate check', siteName: ENGLISH_NAME },
  { path: '/en/certificate-check/receipt', title: 'Verify a receipt', siteName: ENGLISH_NAME },
  { path: '/en/certificate-check/share', title: 'Share the result', siteName: ENGLISH_NAME },
  { path: '/en/share/revoke', title: 'Revoke the link', siteName: ENGLISH_NAME },
  { path: '/share/revoke', title: '收回分享' },
  { path: `/share/${'A'.repeat(43)}`, title: '此页未见记录', status: 404 },
  { path: '/privacy', title: '隐私与 Cookie 说明' },
  { path: `/search?keyword=${encodeURIComponent('翡翠')}`, title: '搜索新闻' },
  { path: '/no-such-page', title: '此页未见记录', status: 404 },
]

/** News, research, gem encyclopedia and merchandise, with the path under which an article of each is shown. */
const ARTICLE_PATHS: readonly [categoryId: number, path: string][] = [
  [32, '/news-article/'],
  [33, '/article/'],
  [34, '/article/'],
  [35, '/article/'],
]

/** Returns every public address of a running site, including one article of each category. */
export async function listPublicPages(siteUrl: string): Promise<VisitedPage[]> {
  const articles = await Promise.all(
    ARTICLE_PATHS.map(async ([categoryId, path]) => {
      const answer = await fetch(`${siteUrl}/v1/article/?categoryId=${categoryId}&pageNo=1&pageSize=10`)
      const { data } = (await answer.json()) as { data: { records: ArticleRow[] } }
      // Some are on another site and have no page here.
      const article = data.records.find(({ isLinkFlag }) => !isLinkFlag)
      if (!article) throw new Error(`there is no article of category ${categoryId}`)
      return { path: path + article.id, title: article.title }
    }),
  )
  return [...FIXED_PAGES, ...articles]
}

interface ArticleRow {
  id: number
  title: string
  isLinkFlag?: number | boolean | null
}

/** The looks that a visitor can choose. */
export const LOOKS = ['light', 'dark', 'elder'] as const
export type Look = (typeof LOOKS)[number]
export type Theme = Exclude<Look, 'elder'>

/** Stores a chosen look in the tab; run by `addInitScript`. */
export function storeLook(look: Look): void {
  if (look === 'elder') sessionStorage.setItem('elder', 'on')
  else sessionStorage.setItem('theme', look)
}
