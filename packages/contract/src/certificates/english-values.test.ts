import { describe, expect, it } from 'vitest'
import { translateColour, translateValue } from './english-values.ts'

describe('the translation of a colour', () => {
  it.each([
    ['蓝绿色', 'bluish green'],
    ['绿蓝色', 'greenish blue'],
    ['浅黄绿色', 'light yellowish green'],
    ['紫红色', 'purplish red'],
    ['粉红色', 'pink'],
    ['深蓝色', 'dark blue'],
    ['无色', 'colourless'],
    ['墨绿色', 'very dark green'],
  ])('of %s is %s, with the main hue last', (chinese, english) => {
    expect(translateColour(chinese)).toBe(english)
  })

  it.each(['色', '浅色', '虹彩色', '蓝绿'])('leaves out an unknown colour: %s', (chinese) => {
    expect(translateColour(chinese)).toBeUndefined()
  })
})

it.each([
  ['conclusion', '红宝石（加热）', 'Ruby (heated)'],
  ['conclusion', '翡翠手镯', 'Jadeite jade (fei cui) bangle'],
  ['conclusion', '18K 金钻石戒指', '18K gold diamond ring'],
  ['conclusion', '翡翠（漂白、充填处理）', 'Jadeite jade (fei cui) (bleached, filled)'],
  ['conclusion', '翡翠（漂白、充填）手镯', 'Jadeite jade (fei cui) bangle (bleached, filled)'],
  ['shape', '椭圆弧面型', 'oval cabochon'],
  ['lustre', '玻璃光泽至油脂光泽', 'vitreous to greasy'],
  ['transparency', '半透明至不透明', 'translucent to opaque'],
  ['refractiveIndex', '1.61（点测）', '1.61 (spot reading)'],
  ['fluorescence', '长波弱，短波惰性', 'LW: weak; SW: inert'],
  ['fluorescence', '长波中等橙色', 'LW: medium orange'],
  ['spectrum', '432 nm 吸收线', 'absorption line at 432 nm'],
  ['magnification', '细粒结构，可见褐色铁线', 'fine-grained texture, brown iron-oxide veinlets'],
  ['fluorescence', '弱 蓝色', 'weak blue'],
  ['treatment', '未见优化处理', 'no indications of enhancement or treatment'],
  ['treatment', '未见处理', 'no indications of treatment'],
  ['metal', '18K 白色金', '18K white gold'],
  ['cutGrade', '极好', 'Excellent'],
  ['cutGrade', '极好 EX', 'Excellent'],
  ['polish', '很好（VG）', 'Very good'],
  ['symmetry', '好G', 'Good'],
  ['pearlLustreGrade', '强 B', 'B'],
  ['matchingGrade', '一般', 'C'],
  ['shape', '圆钻型', 'round brilliant'],
  ['magnification', '云状物，羽状纹', 'clouds, feathers'],
])('translates the member %s with the value %s to %s', (member, chinese, english) => {
  expect(translateValue(member, chinese)).toBe(english)
})

it.each([
  ['magnification', '细粒结构，可见某种未名之物'],
  ['conclusion', '未名石'],
  ['conclusion', '翡翠（未名处理）手镯'],
  ['conclusion', '翡翠（充填）未名件'],
  ['cutGrade', '极好 VG'],
  ['cutGrade', '超级 EX'],
  ['surfaceGrade', '无瑕 B'],
  ['remarks', '样品未见充填'],
  ['refractiveIndex', '1.762–1.770'],
  ['color', 'constructor'],
])('leaves out the member %s with an unknown word: %s', (member, value) => {
  expect(translateValue(member, value)).toBeUndefined()
})
