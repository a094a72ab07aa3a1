import { formatClock, formatLongDate } from '#lib/format.ts'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { Columns, Panel } from '#manage/controls/layout/panel.tsx'
import { useSelf } from '#manage/staff/staff-store.ts'
import { TextLink } from '#ui/text-link.tsx'
import { MissingStrip } from './missing-strip.tsx'

/** Where staff begin. */
export function Component() {
  const { nickname } = useSelf()
  const nowMs = Date.now()
  return (
    <>
      <PageHead title="概览" summary={`${formatLongDate(nowMs)} ${formatClock(nowMs)}`} />
      <MissingStrip />
      <Columns>
        <Panel title="从这里开始" span={8}>
          <p>{nickname}，您好。</p>
          <ul>
            <li>
              <TextLink to="/security">登录与安全</TextLink>：两步验证的方式与恢复码
            </li>
            <li>
              <TextLink to="/audit">操作记录</TextLink>：谁、何时、做了什么
            </li>
          </ul>
        </Panel>
      </Columns>
    </>
  )
}
