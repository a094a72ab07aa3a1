import { CATEGORY } from '@portal/contract/constants.ts'

/** As in the navigation; upstream's names may differ. */
export const CATEGORY_NAMES: Readonly<Record<number, string>> = {
  [CATEGORY.news]: '新闻资讯',
  [CATEGORY.research]: '研究',
  [CATEGORY.gem]: '宝石百科',
  [CATEGORY.merchandise]: '品牌周边',
}
