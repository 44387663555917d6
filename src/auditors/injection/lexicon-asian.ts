/** Override and prompt-leak phrases of Chinese, Japanese, Korean, Arabic, Hindi and Turkish. */
import type { Lexicon } from './classes.ts';

/** Chinese entries. */
export const chinese: Lexicon = {
  ignore: '忽略, 无视, 無視, 忘记, 忘記, 忘掉, 不要遵守, 不要遵循, 不要理会, 抛弃, 停止遵循, 不用理会, 跳过, 绕过',
  prior: '之前, 以前, 上述, 以上, 先前, 前面, 上面, 此前, 原来, 最初, 初始, 系统, 系統',
  all: '所有, 全部, 一切, 任何',
  your: '你的, 您的, 你收到',
  instructions: '指令, 指示, 命令, 规则, 規則, 提示词, 提示詞, 说明, 說明, 限制, 要求, 设定, 提示',
  everything: '一切内容, 所有内容, 全部内容',
  told: '告诉你, 说过, 給你, 给你',
  reveal: '显示, 顯示, 告诉我, 告訴我, 输出, 輸出, 重复, 重複, 透露, 打印, 泄露, 展示, 说出, 列出, 复述',
  ownPrompt: `
    你的系统提示, 你的提示词, 你的系統提示, 系统提示词, 系統提示詞, 你的初始指令, 你的指令, 你的系统指令, 你的原始提示, 你的隐藏指令, 你的秘密指令, 你的系统提示词`,
  role: '你现在是, 你現在是, 现在你是, 从现在开始你, 从现在起你, 从现在起，你, 从现在开始，你, 假装你是, 扮演, 假设你是',
  unbound:
    '没有任何限制, 没有限制, 不受限制, 不受任何限制, 无限制, 沒有限制, 不受约束, 没有道德, 无需遵守, 不受任何约束, 无审查, 不需要遵守',
};

/** Japanese entries. */
export const japanese: Lexicon = {
  ignore: '無視, 忘れ, 無効に, 従わない, 破棄, キャンセル',
  ignoreLast: '無視, 忘れて, 従わない, 従わず, 破棄, 無効',
  prior: '以前の, これまで, 前の, 上記, 先ほど, 今まで, 元の, 以上の, 最初の, 上の, ここまで',
  all: 'すべて, 全て, 全部, あらゆる',
  your: 'あなたの, お前の, 君の',
  instructions: '指示, 命令, ルール, 指令, プロンプト, 規則, 制約, 設定, インストラクション',
  everything: 'すべてのこと, 全てのこと',
  told: '言われた, 言ったこと',
  reveal: '表示, 教えて, 見せて, 出力, 明かして, 公開, 繰り返して, 開示, 示して, 書き出して',
  ownPrompt:
    'あなたのシステムプロンプト, システムプロンプト, あなたの指示, 初期プロンプト, あなたのプロンプト, 内部指示, 隠された指示, システム指示',
  role: 'あなたは今から, 今からあなたは, あなたは今, これからあなたは, になりきって, のふりをして, として振る舞って',
  unbound: '制限のない, 制限なし, 無制限, 制約のない, 制約なし, 検閲なし, フィルターなし, 倫理に縛られない, 制限がない',
};

/** Korean entries. */
export const korean: Lexicon = {
  ignore: '무시하*, 무시해*, 잊어*, 잊으*, 따르지 마*, 취소하*',
  ignoreLast: '무시하*, 무시해*, 잊어*, 잊으*, 따르지 마*, 따르지 말*, 취소하*, 무시',
  prior: '이전*, 위의, 앞의, 앞선, 기존*, 지금까지*, 앞서*, 이제까지*, 처음*, 원래*, 시스템',
  all: '모든, 모두, 전부, 어떤',
  your: '너의, 당신의, 네',
  instructions: '지시*, 명령*, 지침*, 규칙*, 프롬프트*, 안내*, 제한*, 설정*',
  reveal: '보여*, 알려*, 출력*, 공개*, 말해*, 반복*, 드러내*, 표시*, 누설*',
  ownPrompt:
    '시스템 프롬프트*, 너의 지시*, 당신의 지시*, 네 프롬프트*, 초기 지시*, 시스템프롬프트*, 숨겨진 지시*, 초기 프롬프트*, 시스템 지시*',
  role: '너는 이제, 당신은 이제, 이제 너는, 이제 당신은, 지금부터 너는, 지금부터 당신은, 이제부터 너는, 이제부터 당신은, 역할을 해*',
  unbound: '제한 없*, 제한이 없*, 무제한*, 제약 없*, 제약이 없*, 규칙 없*, 검열 없*, 아무런 제한*',
};

/** Arabic entries. */
export const arabic: Lexicon = {
  ignore: 'تجاهل*, انس, انسى, تجاوز*, لا تتبع, تغاض*, أهمل, اهمل, إنسى, انسَ, تخط*',
  prior: 'السابق*, أعلاه, اعلاه, الأولية, الأصلية, السالفة, المذكورة, الماضية, قبل, سابقا',
  all: 'جميع, كل, كافة, أي',
  your: 'الخاصة بك, التي لديك, المعطاة لك',
  instructions: `
    التعليمات, تعليمات*, الأوامر, أوامر*, القواعد, قواعد*, التوجيهات, توجيهات*, الإرشادات, القيود`,
  everything: 'كل ما, كل شيء',
  told: 'قيل لك, قلته, تم إخبارك, أخبرتك',
  reveal: 'اكشف*, أظهر*, اظهر*, اعرض*, كرر*, اطبع*, أخبرني, اخبرني, أعطني, أرني',
  ownPrompt: `
    تعليماتك, موجه النظام*, تعليمات النظام*, تعليماتك الأصلية, رسالة النظام*, نص النظام, تعليماتك السرية`,
  role: 'أنت الآن, انت الآن, من الآن فصاعدا أنت, تظاهر*, تصرف*, تقمص*, من الآن أنت',
  unbound: 'بدون قيود, بلا قيود, دون قيود, دون أي قيود, بدون أي قيود, غير مقيد*, بلا حدود, بدون رقابة',
};

/** Hindi entries. */
export const hindi: Lexicon = {
  ignore: 'अनदेखा*, नज़रअंदाज़*, नजरअंदाज*, भूल जा*, भूल, उपेक्षा*, इग्नोर*',
  ignoreLast: `
    अनदेखा*, नज़रअंदाज़*, नजरअंदाज*, नज़रअंदाज*, भूल जा*, उपेक्षा*, अनदेखी*, इग्नोर*, पालन न कर*, पालन मत कर*,
    ध्यान न दें`,
  prior: 'पिछल*, पहले*, ऊपर*, पूर्व*, उपरोक्त, मूल, अब तक*, प्रारंभिक',
  all: 'सभी, सब, सारे, सारी, हर',
  your: 'अपने, आपके, तुम्हारे',
  instructions: 'निर्देश*, आदेश*, नियम*, हिदायत*, दिशानिर्देश*, अनुदेश*, प्रॉम्प्ट*',
  reveal: 'दिखा*, बता*, प्रकट*, दोहरा*, प्रिंट*, उजागर*, प्रदर्शित*',
  ownPrompt: `
    सिस्टम प्रॉम्प्ट*, अपने निर्देश*, आपके निर्देश*, अपना प्रॉम्प्ट, अपना सिस्टम*, मूल निर्देश*,
    सिस्टम निर्देश*, छिपे हुए निर्देश*`,
  role: 'अब आप, अब तुम, अब से आप, अब से तुम, होने का नाटक*, की भूमिका*',
  unbound: `
    बिना किसी प्रतिबंध*, बिना प्रतिबंध*, बिना किसी रोक*, बिना किसी सीमा*, बिना किसी नियम*, कोई प्रतिबंध नह*,
    कोई सीमा नह*`,
};

/** Turkish entries. */
export const turkish: Lexicon = {
  ignore: 'goz ardi et*, yok say*, yoksay*, unut*, dikkate alma*, gormezden gel*, umursama*, boş ver',
  ignoreLast: `
    göz ardı et*, yok say*, yoksay*, unut*, dikkate alma*, görmezden gel*, umursama*, uyma, uymayı bırak*,
    iptal et*`,
  prior: `
    onceki*, önceki*, yukaridaki*, yukarıdaki*, daha once*, simdiye kadar*, evvelki*, ilk, baslangictaki,
    şimdiye kadar*`,
  all: 'tüm, bütün, her, herhangi, butun, tum',
  your: 'senin, sana verilen, size verilen',
  instructions: 'talimat*, komut*, yönerge*, kural*, emir*, emr*, yonlendirme*, kısıtlama*, istem*',
  everything: 'her şeyi, herşeyi, her seyi',
  told: 'söylenen*, söylediğim*, anlatılan*',
  reveal: 'göster*, söyle*, yazdır*, tekrarla*, açıkla*, ifşa*, paylaş*, ver',
  ownPrompt: `
    sistem istemi*, sistem prompt*, sistem talimat*, sistem mesaj*, gizli talimat*, ilk talimatların*,
    sistem komut*, kendi talimat*`,
  role: `
    artık sen, sen artık, şimdi sen, sen şimdi, bundan sonra sen, gibi davran*, rolünü üstlen*, rolü yap*`,
  unbound: `
    sınırsız*, kısıtlamasız*, kısıtlama olmadan, hiçbir kısıtlama*, sansürsüz*, kuralsız*, filtresiz*`,
};
