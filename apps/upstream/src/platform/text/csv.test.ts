import { expect, it } from 'vitest'
import { toCsvLine } from './csv.ts'

it.each([
  [['一', 2, null], '一,2,\r\n'],
  [['有"引号"，', 'a,b', '两\n行'], '"有""引号""，","a,b","两\n行"\r\n'],
  [['=1+1', '+86', '-1', '@x', '\tx'], "'=1+1,'+86,'-1,'@x,'\tx\r\n"],
  [['＝1+1', '＋86', '－1', '＠x'], "'＝1+1,'＋86,'－1,'＠x\r\n"],
  [['﹦1+1', '﹢86', '﹣1', '﹫x'], "'﹦1+1,'﹢86,'﹣1,'﹫x\r\n"],
  [['\n=1+1', '\r=1'], '"\'\n=1+1","\'\r=1"\r\n'],
  [[-1, 0], '-1,0\r\n'],
])('writes %j as a line that spreadsheets read as text and numbers', (cells, line) => {
  expect(toCsvLine(cells)).toBe(line)
})
