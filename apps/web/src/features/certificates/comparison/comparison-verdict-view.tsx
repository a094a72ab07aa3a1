import { Printer, RotateCcw } from '@lucide/icons'
import type { Ref } from 'react'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import shared from '#ui/shared.module.css'
import { TextLink } from '#ui/text-link.tsx'
import tones from '../verdict-tones.module.css'
import { ComparisonSheet, useSheet } from './comparison-sheet.tsx'
import { STEP_TITLES } from './comparison-steps.ts'
import styles from './comparison-verdict-view.module.css'
import { FINDING_ICONS, FINDING_TEXT, FindingLine } from './finding-line.tsx'
import { describeMissing, type Finding, type StepResult } from './judge-step.ts'
import type { ComparisonState } from './use-comparison.ts'

interface ComparisonVerdictProps {
  comparison: ComparisonState
  titleRef: Ref<HTMLHeadingElement>
}

/** The verdict with its reasons and advice. */
export function ComparisonVerdict({ comparison, titleRef }: ComparisonVerdictProps) {
  const { results, verdict } = comparison
  const { certificateNo } = comparison.certificate
  const sheet = useSheet()
  return (
    <div className={shared.stack5}>
      <div className={styles.verdict} data-finding={verdict}>
        <Icon of={FINDING_ICONS[verdict]} sizePx={32} className={tones.icon} />
        <div aria-live="polite">
          <h3 className={tones.title} ref={titleRef} tabIndex={-1}>
            比对结论：{FINDING_TEXT[verdict]}
          </h3>
          <p className={styles.words}>{getVerdictText(verdict, results)}</p>
        </div>
      </div>
      <ul className={styles.results}>
        {results.map((result) => (
          <li key={result.step}>
            <h4 className={styles.step}>{STEP_TITLES[result.step].slice(1)}</h4>
            <FindingLine result={result} />
          </li>
        ))}
      </ul>
      <div>
        <h4 className={styles.step}>接下来</h4>
        <Advice verdict={verdict} certificateNo={certificateNo} />
      </div>
      <div className={shared.wrap3}>
        {verdict === 'differ' && <ButtonLink to={reportAddress(certificateNo)}>举报假证书</ButtonLink>}
        {verdict === 'unsure' && <ButtonLink to="/rangeDetail">送检流程与范围</ButtonLink>}
        <Button icon={Printer} variant={verdict === 'match' ? 'primary' : 'outline'} onClick={sheet.print}>
          打印比对记录
        </Button>
        <Button variant="outline" onClick={comparison.back}>
          上一项
        </Button>
        <Button icon={RotateCcw} variant="quiet" onClick={comparison.restart}>
          重新比对
        </Button>
      </div>
      {sheet.atMs !== null && <ComparisonSheet {...comparison} atMs={sheet.atMs} />}
    </div>
  )
}

function getVerdictText(verdict: Finding, results: readonly StepResult[]): string {
  if (verdict === 'match') return '所核对的项目与证书记录一致，未见不符。比对不能代替检测。'
  if (verdict === 'unsure') return `未见不符，但依据不足。${describeMissing(results)}`
  const count = results.filter(({ finding }) => finding === 'differ').length
  return `有 ${count} 项与证书记录不符：手中的实物可能不是证书所指的样品。`
}

function reportAddress(certificateNo: string): string {
  return `/certificate-check/report?${new URLSearchParams({ no: certificateNo })}`
}

function Advice({ verdict, certificateNo }: { verdict: Finding; certificateNo: string }) {
  if (verdict === 'match') {
    return (
      <ul className={styles.advice}>
        <li>证书与实物一同保存；转让时可附上带签名的查询凭证，供对方核验。</li>
        <li>
          金额较大或仍有疑问时，可带样品<TextLink to="/rangeDetail">送检复核</TextLink>。
        </li>
      </ul>
    )
  }
  if (verdict === 'unsure') {
    return (
      <ul className={styles.advice}>
        <li>换用分度值更小的秤、卡尺或 10 倍放大镜，补齐未核对的项目。</li>
        <li>
          仍无法判断时，带证书与实物到本中心核对，见<TextLink to="/rangeDetail">检测流程与范围</TextLink>。
        </li>
      </ul>
    )
  }
  return (
    <ul className={styles.advice}>
      <li>暂停交易，先不付款、不确认收货。</li>
      <li>保留证书、实物、聊天与付款记录，不要交还证书原件。</li>
      <li>
        致电本中心核实，见<TextLink to="/contact-us">联系方式</TextLink>。
      </li>
      <li>
        确认为冒用时，<TextLink to={reportAddress(certificateNo)}>举报假证书</TextLink>。
      </li>
    </ul>
  )
}
