import { REPORT_MAX } from '@portal/contract/certificates/certificate-states.ts'
import { useId } from 'react'
import { Form } from 'react-router-dom'
import { countChars } from '#lib/feedback.ts'
import { Button } from '#ui/forms/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import styles from '#ui/forms/form-panel.module.css'
import { RadioRow } from '#ui/forms/radio-row.tsx'
import { TextArea } from '#ui/forms/text-area.tsx'
import shared from '#ui/shared.module.css'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { REPORT_KINDS } from './report-draft.ts'
import { ReportPictures } from './report-pictures.tsx'
import type { useReport } from './use-report.ts'

/** The report form. It is a POST, so that it works without scripts. */
export function ReportForm({ report }: { report: ReturnType<typeof useReport> }) {
  const { draft, change } = report
  const titleId = useId()
  const isSite = draft.kind === 'site'
  const makeFieldProps = (name: 'certificateNo' | 'place' | 'contact') => ({
    ...report.field(name),
    maxLength: REPORT_MAX[name],
    autoComplete: 'off',
  })
  return (
    <Form
      className={styles.root}
      ref={report.formRef}
      method="post"
      action="/certificate-check/report"
      encType="multipart/form-data"
      aria-labelledby={titleId}
      noValidate
      onSubmit={report.handleSubmit}
    >
      <h2 className={styles.title} id={titleId}>
        举报内容
      </h2>
      <VisuallyHidden role="alert">{report.summary}</VisuallyHidden>
      <RadioRow
        legend="类型"
        name="kind"
        choices={REPORT_KINDS}
        value={draft.kind}
        onChange={(kind) => change({ kind })}
      />
      <Field
        {...makeFieldProps('certificateNo')}
        label="证书编号（选填）"
        placeholder="照证书或吊牌上的写法"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <Field
        {...makeFieldProps('place')}
        label={isSite ? '假网站的网址' : '网址或出售地点（选填）'}
        placeholder={isSite ? '照浏览器地址栏上的写法' : '例如：店铺名称、直播间、所在商场'}
        required={isSite}
      />
      <TextArea
        label="经过"
        {...report.field('text')}
        placeholder="何时、何处见到；与真证书或本站有何不同；是否已付款"
        required
        count={{ now: countChars(draft.text), max: REPORT_MAX.text }}
      />
      <ReportPictures {...report.pictures} />
      <Field
        {...makeFieldProps('contact')}
        label="联系方式（选填）"
        placeholder="电话或邮箱"
        hint="仅用于核实与答复。答复显示在提交后给出的跟进链接中；留下邮箱的，工作人员也可以用邮件答复。"
      />
      {report.waiting && (
        <p className={shared.fault} role="alert">
          {report.waiting}
        </p>
      )}
      <Button type="submit" isBlock isBusy={report.isBusy} busyLabel="提交中">
        提交举报
      </Button>
    </Form>
  )
}
