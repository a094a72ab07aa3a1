import type { Ref } from 'react'
import { ButtonLink } from '#ui/forms/button.tsx'
import { formatPlaces, Glyphs } from '../glyphs.tsx'
import { doubtfulPlaces } from '../lookup/number-texts.ts'
import { OutcomeActions, OutcomeBox } from './outcome-box.tsx'
import { PhoneLink } from './phone-link.tsx'

export interface UnknownOutcomeProps {
  certificateNo: string
  /** Empty on a page rendered without scripts, which does not contain it. */
  checkCode: string
  supportNo: string | undefined
  phone: string
  headingRef: Ref<HTMLHeadingElement>
}

/** One answer for an unknown number, a wrong code, and an unpublished certificate. */
export function UnknownOutcome({ certificateNo, checkCode, supportNo, phone, headingRef }: UnknownOutcomeProps) {
  const doubtful = doubtfulPlaces(checkCode)
  return (
    <OutcomeBox title="未查到相符的证书" headingRef={headingRef}>
      <p>编号与核对码都相符，才会显示证书。为防止有人试出编号，本页不说明是哪一项不符。请逐项核对：</p>
      <Glyphs text={certificateNo} marked={[]} tone="doubtful" label={`输入的编号：${[...certificateNo].join(' ')}`} />
      {checkCode && (
        <Glyphs
          text={checkCode}
          marked={doubtful}
          tone="doubtful"
          label={`输入的核对码：${[...checkCode].join(' ')}${doubtful.length > 0 ? `，容易看错：${formatPlaces(doubtful)}` : ''}`}
        />
      )}
      <ul>
        <li>编号与证书上印刷的逐位一致，出自同一份证书。</li>
        <li>核对码取自刮开层下，容易看错的是 2 与 Z、5 与 S、6 与 G、8 与 B、U 与 V；不含 0、O、1、I、L。</li>
        <li>证书由本中心签发，编号以 SH 开头。其他机构的证书请到其官方网站查询。</li>
        <li>刚领到的证书，签发满 24 小时后再查。</li>
      </ul>
      <p>
        仍查不到，请携证书与实物
        <PhoneLink phone={phone} />
        {supportNo ? (
          <>
            ，报出本次查询号 <b>{supportNo}</b>
          </>
        ) : null}
        ，由工作人员核对原始记录。
      </p>
      <OutcomeActions>
        <ButtonLink to="/contact-us" variant="outline">
          联系咨询
        </ButtonLink>
        <ButtonLink to={`/certificate-check/report?no=${certificateNo}`} variant="outline">
          举报假证书
        </ButtonLink>
      </OutcomeActions>
    </OutcomeBox>
  )
}
