import type { PageKey } from './standing-pages.ts'

/** Templates of standing pages. They are drafts, which readers do not see. Brackets mark the facts that the laboratory has to fill in. */
export const PAGE_TEMPLATES: Readonly<Record<PageKey, string>> = {
  rangeDetail: `## 检测流程

1. 送样与登记：【收样地点、时间与方式】
2. 检测与复核：【主要步骤】
3. 签发与取件：【时限与方式】

## 检测范围

【可检测的类别，与资质附表一致】
`,
  instrument: `## 主要仪器

| 仪器 | 用途 | 依据 |
|---|---|---|
| 【名称】 | 【用途】 | 【标准编号】 |

## 方法的限制

【每种方法能说明什么，不能说明什么】
`,
  about: `【一段话：机构是谁，为谁检测什么】

## 我们做什么

【业务范围】

## 我们不做什么

【例如不从事经营与评估】
`,
  'about-gic': `## 机构概况

【名称、性质、成立时间、人员与场所】

## 资质

【资质认定证书编号、有效期与能力范围】
`,
  'contact-us': `## 来访与寄送

【路线、停车、寄送须知】

## 投诉与建议

【渠道与答复时限】
`,
  experts: `## 【姓名】

【职称、专业方向、从业年限】
`,
  'join-us': `## 【岗位名称】

【职责、要求与联系方式】
`,
  statement: `【机构对公正性、独立性与保密的承诺】

## 投诉与申诉

【受理部门与时限】
`,
  question: `## 【分类】

### 【问题一】

【回答】

### 【问题二】

【回答】
`,
  fees: `## 收费标准

| 项目 | 单位 | 费用 |
|---|---|---|
| 【项目】 | 件 | 【金额】元 |

## 加急与其他

【加急、邮寄等另收费用】
`,
  privacy: `## 我们收集什么

【个人信息的种类与目的】

## 保存多久

【期限】

## 您的权利

【查询、更正、删除与注销的方法】

## Cookie

【使用的 Cookie 与用途】
`,
}

/** A placeholder in brackets, which has to be replaced before publication. */
const PLACEHOLDER = /【[^】]*】/g

/** Lists the placeholders of the template that the text still contains, in their order; other texts in brackets do not count. */
export function findPlaceholders(key: PageKey, contentMd: string): string[] {
  const left = (PAGE_TEMPLATES[key].match(PLACEHOLDER) ?? []).filter((placeholder) => contentMd.includes(placeholder))
  return [...new Set(left)]
}

/** A Markdown heading of the second or third level with a text below it. */
const ANSWERED_QUESTION = /^(?:#{2,3}[ \t]+\S.*|[^\s#].*\r?\n-+[ \t]*)(?:\r?\n[ \t]*)+(?!#)\S/m

export const NO_QUESTION_TEXT = '没有找到问题：请用“## 问题”单独一行写问题，下面写回答'

/** Whether the text of a page of questions has no question; readers then see plain text. */
export function hasNoQuestions(key: PageKey, contentMd: string): boolean {
  return key === 'question' && !ANSWERED_QUESTION.test(contentMd)
}
