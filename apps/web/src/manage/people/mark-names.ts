import type { MarkKind } from '@portal/contract/accounts/people-rules.ts'

export const MARK_NAMES: Readonly<Record<MarkKind, string>> = {
  cma: 'CMA 检验检测机构资质认定',
  cnas: 'CNAS 实验室认可',
  cal: 'CAL 审查认可',
}
