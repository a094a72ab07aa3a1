import { FieldGroup } from '#manage/controls/forms/field.tsx'
import { Switch } from '#manage/controls/forms/switch.tsx'
import { Button } from '#ui/forms/button.tsx'
import { findSpringFestivalSpan } from './choices.ts'
import { HoursFields } from './hours-fields.tsx'
import { useSiteForm } from './site-form.ts'
import styles from './site-page.module.css'
import { SpanRuler } from './span-ruler.tsx'
import { SpecialDaysFields } from './special-days-fields.tsx'
import { MinuteField, TextField } from './text-field.tsx'

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
        <TextField
          name="bulletin"
          rows={2}
          isWide
          hint="可用 <b>粗体</b> 与 <a href=&quot;/…&quot;>链接</a>；留空则不显示"
        />
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
      </FieldGroup>
    </>
  )
}
