import { describe, expect, it } from 'vitest'
import { findGem, findGemDrawing } from './gem-drawing.ts'

/** Species of the encyclopedia, by the titles of their articles. */
const SPECIES = [
  '钻石 红宝石 蓝宝石 祖母绿 海蓝宝石 金绿宝石 变石 尖晶石 碧玺 托帕石 橄榄石 锆石（高型） 镁铝榴石 铁铝榴石 锰铝榴石',
  '钙铝榴石（沙弗莱） 翠榴石 紫晶、黄晶（石英） 玉髓（玛瑙） 欧泊 月光石 翡翠 和田玉 绿松石 青金石 蛇纹石玉（岫玉）',
  '独山玉 孔雀石 珍珠 琥珀 珊瑚（钙质） 合成碳硅石 合成立方氧化锆 玻璃',
].flatMap((line) => line.split(' '))

describe('gemDrawingFor', () => {
  it.each(SPECIES)('has a drawing for %s', (name) => {
    expect(findGem(name)).toEqual(findGemDrawing(name))
  })

  it('prefers a longer name to a shorter one inside it', () => {
    expect(findGemDrawing('海蓝宝石').drawing).toBe('hex-prism')
    expect(findGemDrawing('绿松石').tone).toBe('turquoise')
    expect(findGemDrawing('合成立方氧化锆').stone).toBeUndefined()
  })

  it('prefers the gem named first among names of equal length', () => {
    expect(findGem('祖母绿与红宝石的处理')?.drawing).toBe('emerald-cut')
    expect(findGem('红宝石与祖母绿的处理')?.drawing).toBe('oval-brilliant')
  })

  it('gives an unknown name a constant drawing', () => {
    expect(findGem('陨石')).toBeUndefined()
    expect(findGemDrawing('陨石')).toEqual(findGemDrawing('陨石'))
    expect(findGemDrawing('').drawing).toBeTruthy()
  })
})
