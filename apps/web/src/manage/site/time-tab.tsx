import { Field, FieldGroup } from '#manage/controls/forms/field.tsx'
import { Select } from '#manage/controls/forms/inputs.tsx'
import { Switch } from '#manage/controls/forms/switch.tsx'
import { Button } from '#ui/forms/button.tsx'
import { BulletinField } from './bulletin/bulletin-field.tsx'
import { findSpringFestivalSpan } from './choices.ts'
import { HoursFields } from './hours-fields.tsx'
import { useMember, useSiteForm } from './site-form.ts'
import styles from './site-page.module.css'
import { SpanRuler } from './span-ruler.tsx'
import { SpecialDaysFields } from './special-days-fields.tsx'
import { MinuteField } from './text-field.tsx'

const ANSWER_DAYS_MAX = 10
const ANSWER_CHOICES = [
  { value: '', label: '不写明天数（收到后答复）' },
  ...Array.from({ length: ANSWER_DAYS_MAX }, (_, at) => ({ value: String(at + 1), label: `${at + 1} 个工作日内` })),
]

function AnswerDaysField() {
  const { edit } = useSiteForm()
  const { field, input } = useMember('answerDays')
  return (
    <Field {...field} hint="写在留言表单旁；不写明，就不对读者承诺天数">
      <Select
        {...input}
        options={ANSWER_CHOICES}
        value={String(edit.values.answerDays ?? '')}
        onChange={({ target }) => edit.change({ answerDays: target.value ? Number(target.value) : null })}
      />
    </Field>
  )
}

/** The tab 公告与时间. */
export function TimeTab() {
  const { edit } = useSiteForm()
  const { values } = edit
  const festival = findSpringFestivalSpan(Date.now())
  const fillFestival = () => {
    if (festival) edit.change({ lantern: true, lanternFrom: festival.from, lanternUntil: festival.until })
  }
  return (
    <>
      <FieldGroup title="公告" note="页面最上方的一行，读者可以关闭。到时自动显示与撤下，按北京时间">
        <BulletinField />
        <MinuteField name="bulletinFrom" />
        <MinuteField name="bulletinUntil" />
        <div data-wide>
          <SpanRuler
            spans={[
              ...(values.bulletin ? [{ label: '公告', from: values.bulletinFrom, until: values.bulletinUntil }] : []),
              ...(values.lantern ? [{ label: '灯笼', from: values.lanternFrom, until: values.lanternUntil }] : []),
            ]}
          />
        </div>
      </FieldGroup>
      <FieldGroup title="灯笼" note="页面两侧的节日装饰">
        <Switch
          label="显示灯笼"
          note="不填时间则一直显示"
          isOn={values.lantern === true}
          isChanged={edit.changed.includes('lantern')}
          onChange={(lantern) => edit.change({ lantern })}
        />
        {festival && (
          <div>
            <Button variant="outline" onClick={fillFestival}>
              按春节填写
            </Button>
            <p className={styles.hint}>
              {festival.from.slice(0, 10)} 至 {festival.until.slice(0, 10)}：春节前 7 天至元宵，按农历推算
            </p>
          </div>
        )}
        <MinuteField name="lanternFrom" />
        <MinuteField name="lanternUntil" />
      </FieldGroup>
      <FieldGroup title="营业时间" note="页脚与联系我们显示；节假日与调休优先">
        <HoursFields />
        <SpecialDaysFields />
        <AnswerDaysField />
      </FieldGroup>
    </>
  )
}
