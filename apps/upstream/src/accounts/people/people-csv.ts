import type { Duty } from '@portal/contract/accounts/duties.ts'
import { CSV_START, toCsvLine } from '#platform/text/csv.ts'
import { formatDutyNames } from './duty-names.ts'
import type { PeopleFilter, PeopleList } from './people-list.ts'

const HEADINGS = ['编号', '昵称', '邮箱', '职责', '状态', '停用至', '两步验证', '注册时间', '最近登录']
const STATES = { normal: '正常', disabled: '已停用', closing: '注销中' } as const

/** Writes the accounts of a view, in its order. Addresses are complete, because only owners export. */
export async function* streamPeopleCsv(people: PeopleList, filter: PeopleFilter) {
  yield CSV_START + toCsvLine(HEADINGS)
  for await (const records of people.streamChunks(filter)) {
    yield records.map((record) => toCsvLine(toCsvCells(record))).join('')
  }
}

type Row = Awaited<ReturnType<PeopleList['page']>>['records'][number]

function toCsvCells(row: Row) {
  const duties: readonly Duty[] = row.duties
  return [
    ...[row.id, row.nickname, row.email, duties.length > 0 ? formatDutyNames(duties) : '会员', STATES[row.state]],
    ...[row.disabledUntil, row.isEnrolled ? '已设置' : '未设置', row.createTime, row.lastLoginTime],
  ]
}
