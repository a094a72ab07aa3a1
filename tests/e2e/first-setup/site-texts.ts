import { PAGE_TEMPLATES } from '../../../packages/contract/src/articles/page-templates.ts'
import { PAGES } from '../../../packages/contract/src/articles/standing-pages.ts'

export const OWNER = { name: '顾怀瑾', email: 'gu@example.test', password: 'jade wheel copper lantern' }
export const EDITOR = { name: '许听澜', email: 'xu@example.test', password: 'nine turquoise lanterns' }

/** Texts that the test enters and readers see. */
export const SITE = {
  name: '滇石检测中心',
  phone: '0871-6512 3456',
  address: '昆明市官渡区春城路 18 号',
  icp: '滇ICP备12345678号-1',
  police: '滇公网安备53010002000123号',
  creditCode: '91350100M000100Y43',
  bulletin: '国庆期间收样照常',
}

export const ARTICLE = { title: '本中心开始受理翡翠检测', text: '自今日起受理翡翠检测，请携样品到收样处。' }

/** The sentences that fill the gaps of the templates of all standing pages, in their order. The setup has filled the name. */
export const COMPLETED_PAGES = PAGES.map(({ key, title, path }) => {
  const gaps = PAGE_TEMPLATES[key].match(/【(?!机构名称】)[^】]*】/g) ?? []
  return { key, title, path, fills: gaps.map((_gap, at) => `${title}之${at + 1}`) }
})
