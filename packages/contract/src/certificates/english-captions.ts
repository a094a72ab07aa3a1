/** English translations of captions that laboratories commonly give to their pictures. */
const CAPTIONS: Readonly<Record<string, string>> = {
  正面: 'Front',
  背面: 'Back',
  反面: 'Back',
  侧面: 'Side',
  正视: 'Front view',
  侧视: 'Side view',
  斜视: 'Oblique view',
  俯视: 'Top view',
  顶视: 'Top view',
  仰视: 'Bottom view',
  顶面: 'Top',
  底面: 'Bottom',
  台面: 'Table',
  冠部: 'Crown',
  亭部: 'Pavilion',
  腰棱: 'Girdle',
  整体: 'Overall view',
  全貌: 'Overall view',
  局部: 'Detail',
  细节: 'Detail',
  放大: 'Magnified',
  内部特征: 'Internal features',
  包裹体: 'Inclusions',
  透射光: 'Transmitted light',
  反射光: 'Reflected light',
  荧光: 'Fluorescence',
  紫外荧光: 'Ultraviolet fluorescence',
  印记: 'Hallmark',
  单颗: 'Single piece',
  整串: 'Whole string',
  样品: 'Sample',
  样品影像: 'Sample as tested',
  样品正面: 'Front of the sample',
  样品背面: 'Back of the sample',
  测试取样件: 'Test piece',
}

const CHINESE = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u

/**
 * Translates the caption of a picture for an English page. A caption without Chinese stays unchanged, and a common Chinese one is
 * translated. Any other is replaced by the number of the picture, because readers could not understand it.
 * @param place position of the picture, from 0
 */
export function translateCaption(caption: string | null | undefined, place: number): string {
  const given = caption?.trim() ?? ''
  if (given === '') return place === 0 ? 'Sample as tested' : `Sample as tested, ${place + 1}`
  if (!CHINESE.test(given)) return given
  const [, words = '', number = ''] = /^(.*?)\s*(\d*)$/u.exec(given) ?? []
  const english = Object.hasOwn(CAPTIONS, words) ? CAPTIONS[words] : undefined
  if (english === undefined) return `Photograph ${place + 1}`
  return number === '' ? english : `${english} ${number}`
}
