import { Printer } from '@lucide/icons'
import { findOrderNo } from '@portal/contract/numbers/order-of-sample.ts'
import { findNumberKind, NUMBER_FORMS, type WrongNumber } from '@portal/contract/numbers/typed-numbers.ts'
import type { OpeningHours } from '@portal/contract/site/working-time.ts'
import type { MouseEvent, ReactNode } from 'react'
import { findDoubtfulPlaces, Glyphs } from '#domain/certificates/glyphs.tsx'
import { OutcomeActions, OutcomeBox } from '#domain/certificates/outcome-box.tsx'
import type { LookupForm } from '#domain/certificates/use-lookup-form.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import shared from '#ui/shared.module.css'
import { TextLink } from '#ui/text-link.tsx'
import { OrderProgressView } from '../order-progress.tsx'
import { toProgressPath } from '../progress-address.ts'
import { ChoiceFields, listQuestions, QuestionBox } from '../question-box.tsx'
import { CancelBox } from './cancel-box.tsx'
import styles from './progress.module.css'
import { ANSWER, CANCEL, PROGRESS_FIELD, type ProgressAnswer, type ProgressResult } from './progress-action.ts'

interface ProgressOutcomeProps {
  form: LookupForm<ProgressResult>
  hours: OpeningHours
  /** Telephone number of the laboratory; empty when none is published. */
  phone: string
}

/** The result of a lookup, or what is wrong with the typed number. */
export function ProgressOutcome({ form, hours, phone }: ProgressOutcomeProps) {
  const { result, refs } = form
  const { number } = form.readings
  if (number?.kind === 'wrong') return <NumberFaultBox reading={number} onRetry={form.retry} />
  if (!result || result.kind === 'fault') return null
  const contact = <Contact phone={phone} />
  if (result.kind === 'answer') {
    return result.progress ? (
      <Found form={form} answer={result} hours={hours} contact={contact} />
    ) : (
      <Unknown form={form} orderNo={result.orderNo} contact={contact} />
    )
  }
  const isBusy = result.kind === 'busy'
  return (
    <OutcomeBox title={isBusy ? '查询较多，请稍后再查' : '暂时无法查询'} headingRef={refs.heading}>
      {result.wasActing && <p>刚才的操作没有得到确认，不一定办成。再查一次，就能看到结果。</p>}
      <p>
        {isBusy ? '请稍等片刻再试' : FAILURE_WORDS[result.status === 0 ? 'offline' : 'down']}。急用请{contact}。
      </p>
      {isBusy && (
        <noscript>
          <p>浏览器启用 JavaScript 后，可完成安全验证继续查询。</p>
        </noscript>
      )}
      <OutcomeActions>
        <Button onClick={() => form.retry(result.orderNo)}>再查一次</Button>
      </OutcomeActions>
    </OutcomeBox>
  )
}

const FAILURE_WORDS = { offline: '没有连上本站，请检查网络', down: '系统暂时没有答复，与您的委托单无关' }

function Contact({ phone }: { phone: string }) {
  if (!phone) return <TextLink to="/contact-us">联系本中心</TextLink>
  return (
    <>
      致电 <TextLink to={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</TextLink>
    </>
  )
}

interface FoundProps extends Pick<ProgressOutcomeProps, 'form' | 'hours'> {
  answer: ProgressAnswer
  contact: ReactNode
}

function Found({ form, answer, hours, contact }: FoundProps) {
  const { progress, orderNo, code, refusal, done, checkedAtMs } = answer
  if (!progress) return null
  const { Form } = form
  const key = (
    <>
      <input type="hidden" name={PROGRESS_FIELD.number} value={orderNo} />
      <input type="hidden" name={PROGRESS_FIELD.code} value={code ?? ''} />
    </>
  )
  const questions = listQuestions(progress.items).map((item) => (
    <QuestionBox item={item} key={item.item}>
      {item.question.choices.length === 0 ? (
        <p>请{contact}答复，并报委托单号。</p>
      ) : (
        <Form method="post" action="/orders/progress" className={shared.stack3}>
          {key}
          <input type="hidden" name={PROGRESS_FIELD.item} value={item.item} />
          <input type="hidden" name={PROGRESS_FIELD.askTime} value={item.question.askTime} />
          <ChoiceFields question={item.question} />
          <p>
            <Button type="submit" name={PROGRESS_FIELD.act} value={ANSWER} isBusy={form.isBusy}>
              提交答复
            </Button>
          </p>
        </Form>
      )}
    </QuestionBox>
  ))
  return (
    <>
      <OrderProgressView
        progress={progress}
        hours={hours}
        nowMs={checkedAtMs}
        headingRef={form.refs.heading}
        news={
          refusal && progress.state !== 'announced' ? (
            <p className={styles.viewNews} role="alert">
              {refusal}
            </p>
          ) : (
            done && <p className={styles.viewNews}>{done}</p>
          )
        }
        questions={questions}
      >
        {progress.state === 'announced' && (
          <CancelBox refusal={refusal}>
            <Form method="post" action="/orders/progress">
              {key}
              <Button type="submit" variant="outline" name={PROGRESS_FIELD.act} value={CANCEL} isBusy={form.isBusy}>
                确认取消
              </Button>
            </Form>
          </CancelBox>
        )}
        {(progress.state === 'received' || progress.state === 'ready') && (
          <p className={shared.note}>要改项目、加项目或撤回样品，请{contact}，并报委托单号。</p>
        )}
      </OrderProgressView>
      <p className={shared.unprinted}>
        <Button icon={Printer} variant="outline" onClick={() => window.print()}>
          打印
        </Button>
      </p>
    </>
  )
}

/** One text for an unknown number, a wrong code, and an expired lookup. */
function Unknown({ form, orderNo, contact }: Omit<FoundProps, 'answer' | 'hours'> & { orderNo: string }) {
  const code = form.submittedCode
  const doubtful = findDoubtfulPlaces(code)
  return (
    <OutcomeBox title="没有查到" headingRef={form.refs.heading}>
      <p>单号与查询码不相符，或该委托单已过查询期。请对照单据逐位核对，再查一次。</p>
      <Glyphs text={orderNo} marked={[]} tone="doubtful" label={`委托单号：${[...orderNo].join(' ')}`} />
      {code && (
        <Glyphs
          text={code}
          marked={doubtful}
          tone="doubtful"
          label={`查询码：${[...code].join(' ')}${doubtful.length > 0 ? '，标出的字符容易看错' : ''}`}
        />
      )}
      <p>仍查不到，请{contact}，到店须带身份证件。还没送样？预约后得到的单号与查询码也能在这里查。</p>
    </OutcomeBox>
  )
}

interface NumberFaultBoxProps {
  reading: WrongNumber
  /** Looks up the suggested number with the entered code. */
  onRetry: (orderNo: string) => void
}

/** Explains an invalid number, suggests corrections, and leads a number of another kind to its page. */
function NumberFaultBox({ reading, onRetry }: NumberFaultBoxProps) {
  const { text, at, fault } = reading
  const { length } = NUMBER_FORMS.order
  const shown = text.slice(0, length + 8)
  if (fault === 'kind') return <OtherKind text={text} onRetry={onRetry} />
  const marked =
    at.length > 0 || fault !== 'long' ? at : [...shown].flatMap((_, place) => (place < length ? [] : [place]))
  return (
    <OutcomeBox title="委托单号有误">
      <p>请与单据逐位核对。容易看错的字符：0 与 O、8，1 与 I、7，5 与 S、6。</p>
      <Glyphs text={shown} marked={marked} tone="wrong" label={`输入的单号：${[...shown].join(' ')}`} />
      <Suggestions numbers={reading.suggestions} onRetry={onRetry} />
    </OutcomeBox>
  )
}

function OtherKind({ text, onRetry }: { text: string; onRetry: (orderNo: string) => void }) {
  if (findNumberKind(text) === 'certificate') {
    return (
      <OutcomeBox title="这是证书编号">
        <p>证书编号查证书，不查送检进度。</p>
        <OutcomeActions>
          <ButtonLink to={`/certificate-check?no=${text}`}>查询证书</ButtonLink>
        </OutcomeActions>
      </OutcomeBox>
    )
  }
  const orderNo = findOrderNo(text)
  return (
    <OutcomeBox title="这是样品编号">
      <p>以 {NUMBER_FORMS.sample.prefix} 开头的是一件样品的编号。请填它的委托单号。</p>
      <Suggestions numbers={orderNo ? [orderNo] : []} onRetry={onRetry} />
    </OutcomeBox>
  )
}

function Suggestions({ numbers, onRetry }: { numbers: readonly string[]; onRetry: (orderNo: string) => void }) {
  if (numbers.length === 0) return null
  const handleRetry = (event: MouseEvent, orderNo: string) => {
    event.preventDefault()
    onRetry(orderNo)
  }
  return (
    <OutcomeActions>
      {numbers.map((orderNo, place) => (
        // The link fills in the number without scripts, and the code must be entered again.
        <ButtonLink
          key={orderNo}
          to={toProgressPath(orderNo)}
          variant={place === 0 ? 'primary' : 'outline'}
          onClick={(event) => handleRetry(event, orderNo)}
        >
          按 {orderNo} 查
        </ButtonLink>
      ))}
    </OutcomeActions>
  )
}
