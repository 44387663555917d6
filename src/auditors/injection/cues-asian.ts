/** Cue words of Asian languages, Hebrew and Persian; see `cues-european.ts`. */

/** One block for each language, one line for each cue; a trailing `*` stands for any ending of the word. */
export const asianCues: Readonly<Record<string, string>> = {
  zh: `
    ignore: 忽略, 无视, 無視, 忘记, 忘記, 忘掉, 忘了, 抛开, 拋開, 别管, 別管, 不要管, 不用管, 不管, 丢掉, 扔掉, 放下, 跳过, 撇开, 违反, 作废, 抛弃, 不要遵守, 不再遵守, 别理, 清空
    rules: 规则, 規則, 指令, 指示, 限制, 规定, 規定, 要求, 约束, 准则, 準則, 命令, 政策, 守则, 条款, 设定, 設定, 禁令
    prompt: 提示词, 提示詞, 系统提示, 系統提示, 系统消息, 提示, 上下文, 第一条消息, 开场白, 系统信息, 初始消息
    reveal: 告诉我, 告訴我, 输出, 輸出, 显示, 顯示, 展示, 透露, 泄露, 打印, 重复, 重複, 复述, 列出, 说出来, 念出来, 给我看, 贴出来, 发给我, 交出, 公开, 背出, 翻译
    secret: 秘密, 隐藏, 隱藏, 机密, 保密, 密码, 密碼, 内部, 口令, 私密, 密钥
    prior: 之前, 以前, 上面, 以上, 上述, 前面, 先前, 最初, 原来, 原本, 初始, 一开始, 开头, 第一, 旧的, 刚才, 此前
    all: 所有, 全部, 一切, 任何, 完整, 整个
    now: 现在, 現在, 从现在开始, 从现在起, 从此, 接下来, 今后, 以后
    fresh: 新的, 真正, 真实, 另一个, 以下, 其他
    role: 你是, 你就是, 扮演, 假装, 假裝, 角色, 想象, 假设你, 模拟, 你叫, 充当, 变成, 冒充, 化身
    free: 没有限制, 不受限制, 无限制, 沒有限制, 没有任何限制, 不受约束, 自由, 无审查, 没有规则, 毫无保留, 解除限制, 为所欲为, 没有底线, 不设限
    refuse: 拒绝, 拒絕, 抱歉, 对不起, 警告, 免责, 不能说, 推辞, 说不
    must: 必须, 必須, 一定要, 立刻, 立即, 马上, 服从, 听我的, 照做, 遵从, 务必, 命令你
    only: 只, 只能, 只需, 仅, 永远, 总是, 绝不, 从不, 一律, 只回答
    answer: 回答, 回复, 回復, 说, 写, 答复, 回应
    maker: 开发者, 開發者, 管理员, 管理員, 创造者, 程序员, 工程师, 老板, 主人, 开发人员, 运营
    machine: ai, 人工智能, 助手, 机器人, 機器人, 语言模型, 大模型, 模型, chatgpt
    system: 系统, 系統, 模式, 调试, 測試模式, 测试模式, 后台, 维护, 开发者模式
    instead: 而是, 改为, 取而代之, 反而, 转而
    safety: 安全, 过滤, 過濾, 审查, 審查, 道德, 伦理, 审核, 防护
    conceal: 不要告诉, 别告诉, 悄悄, 偷偷, 不要提, 别提, 暗中, 保守秘密
    exact: 一字不漏, 逐字, 原文, 原封不动, 完整地, 一字不差, 原样
    send: 发送, 發送, 转发, 附上, 链接, 上传, 发到
    trick: 测试, 測試, 游戏, 遊戲, 实验, 故事, 假设, 虚构, 小说, 剧本, 演练
    disable: 关闭, 關閉, 解除, 取消, 禁用, 绕过, 繞過, 去掉, 移除, 解锁, 失效
    told: 告诉你, 说过, 给你, 收到, 被告知, 设置的, 交代
    your: 你的, 您的, 你自己
    stop: 停止, 不再, 别再, 結束, 结束, 到此为止, 不要再
    permit: 允许, 允許, 可以, 授权, 禁止, 不允许, 许可
    task: 任务, 任務, 工作, 目标, 使命`,
  ja: `
    ignore: 無視, 忘れ, 破棄, 捨て, 無効, 従わな, 従うな, 守らな, 破って, キャンセル, 取り消, スキップ, 放棄, 気にしな
    rules: ルール, 指示, 命令, 規則, 制限, 制約, ガイドライン, 方針, 規定, ポリシー, 設定, 禁止事項
    prompt: プロンプト, システムメッセージ, 最初のメッセージ, コンテキスト, 初期設定, 冒頭
    reveal: 教えて, 見せて, 表示, 出力, 公開, 明かし, 繰り返し, 書き出し, 開示, 漏らし, コピー, 貼り付け, リスト, 読み上げ, 示して, 晒し, ばらし, 翻訳
    secret: 秘密, 隠し, 隠され, 機密, 内部, パスワード, 非公開, 極秘, 合言葉, 内緒
    prior: 以前, これまで, 前の, 上の, 上記, 先ほど, さっき, 最初, 元の, 今まで, 初期, 冒頭, ここまで
    all: すべて, 全て, 全部, あらゆる, 何でも, なんでも, 一切, 全文
    now: 今から, これから, 今後, 以降, ここから, 今は
    fresh: 新しい, 本当の, 本物の, 別の, 次の, 真の
    role: あなたは, 君は, お前は, になりきって, のふり, ロールプレイ, 演じ, 役, キャラ, 振る舞, 想像し, 名前は
    free: 制限なし, 無制限, 自由に, 自由な, 制約なし, 検閲なし, フィルターなし, 制限のない, 縛られ, 解放, 何の制限も, 遠慮なく
    refuse: 拒否, 断ら, 断る, 謝ら, 謝罪, 警告, できません, 注意書き, 断り
    must: 必ず, しなければ, 従って, 従え, 直ちに, すぐに, 絶対, 命じ, 言う通り, 言うとおり
    only: だけ, のみ, 常に, 決して, いつも, 以外
    answer: 答えて, 答え, 回答, 返事, 返答, 言って, 書いて, 話して, 返して
    maker: 開発者, 管理者, 作成者, 運営, プログラマ, エンジニア, 製作者, 社長, 作った人
    machine: ai, アシスタント, ボット, チャットボット, 言語モデル, モデル, 人工知能, chatgpt, 機械
    system: システム, モード, デバッグ, メンテナンス, テストモード, コンソール
    instead: 代わりに, かわりに, ではなく, じゃなくて
    safety: フィルター, 安全, 検閲, 倫理, 道徳, モラル, 規制, 保護
    conceal: 言わないで, 内緒で, こっそり, 触れず, 秘密に, 黙って
    exact: 一字一句, そのまま, 原文, 正確に, 完全に, 全文, 逐語
    send: 送って, 送信, 転送, 添付, リンク, アップロード
    trick: テスト, ゲーム, 実験, 物語, 仮に, 架空, フィクション, 小説, シナリオ, 遊び
    disable: 解除, 無効化, オフ, 外して, 停止, 回避, 切って, 取り除
    told: 言われた, 与えられた, 受け取った, 教えられた, 渡された
    your: あなたの, 君の, お前の, 自分の
    stop: やめて, 止めて, もう, 終わり, 中止, 終了
    permit: 許可, 許され, してもいい, 禁止, 認め
    task: 任務, タスク, 仕事, 目的, 役目`,
  ko: `
    ignore: 무시*, 잊어*, 잊고, 잊으*, 버려*, 버리고, 따르지, 제쳐*, 신경 쓰지, 건너뛰*, 어겨*, 취소*, 폐기*, 지워*
    rules: 규칙*, 지시*, 명령*, 제한*, 지침*, 가이드라인*, 제약*, 정책*, 규정*, 설정*
    prompt: 프롬프트*, 시스템 메시지*, 첫 메시지*, 컨텍스트*, 맥락, 초기 설정
    reveal: 보여*, 알려*, 공개*, 출력*, 반복*, 말해*, 밝혀*, 복사*, 나열*, 읊어*, 털어*, 유출*, 적어*, 번역*
    secret: 비밀*, 숨겨*, 숨긴*, 기밀*, 내부*, 비밀번호*, 암호*, 비공개*, 감춰*
    prior: 이전*, 앞의, 위의, 앞서, 지금까지*, 처음*, 원래*, 최초*, 기존*, 먼저, 위에
    all: 모든, 모두, 전부, 다, 어떤, 전체*
    now: 이제, 지금부터*, 앞으로*, 이제부터*, 지금
    fresh: 새로운, 새, 진짜, 다른, 다음
    role: 너는, 넌, 당신은, 역할*, 연기*, 척, 흉내*, 가정*, 행동해*, 캐릭터*, 상상해*, 되어
    free: 자유*, 제한 없이, 제한 없는, 무제한*, 필터 없이, 검열 없이, 규칙 없이, 제약 없이, 아무 제한, 해방*
    refuse: 거절*, 거부*, 사과*, 경고*, 미안*, 죄송*
    must: 반드시, 해야, 복종*, 즉시, 당장, 무조건, 따라야, 시키는
    only: 만, 오직, 항상, 절대, 언제나
    answer: 대답*, 답변*, 답해*, 써*, 말해*, 응답*
    maker: 개발자*, 관리자*, 제작자*, 프로그래머*, 운영자*, 사장*, 주인*
    machine: ai, 인공지능*, 비서*, 봇*, 챗봇*, 언어 모델*, 모델*, 기계*, 어시스턴트*
    system: 시스템*, 모드*, 디버그*, 점검*, 테스트 모드, 콘솔*
    instead: 대신*, 말고
    safety: 필터*, 안전*, 검열*, 윤리*, 도덕*, 보안*
    conceal: 말하지 마*, 몰래, 언급하지*, 비밀로, 우리끼리
    exact: 그대로, 한 글자도, 정확히, 전문, 토씨 하나
    send: 보내*, 전송*, 첨부*, 링크*, 전달*
    trick: 테스트*, 게임*, 실험*, 이야기*, 가상*, 소설*, 시나리오*
    disable: 꺼*, 끄고, 해제*, 비활성*, 우회*, 풀어*, 제거*
    told: 들은, 받은, 주어진, 들었던, 받았던, 시킨
    your: 너의, 네, 당신의, 니
    stop: 그만*, 멈춰*, 더 이상, 더이상, 끝
    permit: 허용*, 허락*, 괜찮아, 금지*, 승인*
    task: 임무*, 작업*, 목표*, 일`,
  ar: `
    ignore: تجاهل*, انس, انسي, انسى, اهمل*, تخط*, لا تتبع, لا تلتزم, اترك*, دعك من, تغاض*, احذف, اكسر, تناس*
    rules: القواعد, قواعد*, قواعدك, التعليمات, تعليمات*, تعليماتك, الاوامر, أوامر*, اوامر*, القيود, قيود*, الارشادات, إرشادات*, التوجيهات, توجيهات*, السياسات, الحدود, الضوابط
    prompt: البرومبت, برومبت, موجه النظام, رسالة النظام, السياق, الرسالة الأولى, موجه*, الموجه
    reveal: اظهر*, أظهر*, اعرض*, اكشف*, كرر*, اطبع*, اعطني, أعطني, اخبرني, أخبرني, قل لي, انسخ*, اذكر*, سرب, ترجم*, شارك*
    secret: سري*, السري*, سر, اسرار*, أسرار*, مخفي*, المخفي*, خفي*, كلمة السر, كلمة المرور, داخلي*, الداخلي*
    prior: السابق*, سابق*, أعلاه, اعلاه, قبل, الاصلي*, الأصلي*, الاول*, الأول*, البداية, السالف*
    all: كل, جميع, كافة, اي, أي, كامل*
    now: الان, الآن, من الان, من الآن, منذ الآن, بعد الآن, ابتداء
    fresh: جديد*, الجديد*, حقيقي*, الحقيقي*, اخر, أخرى, التالي*
    role: انت الان, أنت الآن, انت, أنت, تصرف*, تظاهر*, مثل دور, دور, تخيل*, شخصية, اسمك, العب, تقمص*
    free: حر, حرا, بلا قيود, بدون قيود, دون قيود, بلا حدود, بدون حدود, بدون رقابة, بلا قواعد, دون اي, غير مقيد, تحرر*, بحرية
    refuse: ترفض, رفض*, اعتذ*, تعتذر, تحذير*, لا استطيع
    must: يجب, عليك, اطع, أطع, نفذ*, فورا, ملزم, لازم, امرك
    only: فقط, دائما, ابدا, أبدا, سوى, حصرا
    answer: اجب*, أجب*, جاوب*, رد, قل, اكتب*, تكلم
    maker: المطور*, مطور*, المسؤول, مدير*, المبرمج*, مبرمج*, صانع*, مالك*, ادمن
    machine: ذكاء اصطناعي, الذكاء الاصطناعي, مساعد*, المساعد, بوت, روبوت*, نموذج*, النموذج
    system: النظام, نظام, وضع, الوضع, تصحيح*, صيانة, الصيانة
    instead: بدلا, بدل, عوضا
    safety: فلتر*, الفلتر*, امان, الأمان, السلامة, رقابة, الرقابة, اخلاق*, أخلاق*, الاخلاق*
    conceal: لا تخبر, سرا, دون ان تذكر, لا تذكر, بيننا
    exact: حرفيا, كلمة بكلمة, بالضبط, نصا, كاملا, كما هي
    send: ارسل*, أرسل*, رابط, الرابط, ارفق*, حول
    trick: اختبار, لعبة, تجربة, قصة, افتراضي*, خيال*, سيناريو, رواية
    disable: عطل*, اوقف*, أوقف*, ازل, أزل, الغ, ألغ, تجاوز*, اطفئ
    told: قيل, اعطيت, أعطيت, تلقيت*, اخبروك, قالوا, برمجت
    your: لك, بك, خاصتك
    stop: توقف*, كف, لم تعد, لم يعد, انته*, كفى
    permit: مسموح, يسمح, اذن, تصريح, ممنوع*, محظور*, مصرح
    task: مهمت*, مهمة, المهمة, وظيفت*, هدف*`,
  he: `
    ignore: התעלם, התעלמי, תתעלם, תתעלמי, שכח, תשכח, תשכחי, הזנח, דלג, בטל, תזרוק
    rules: הוראות, הנחיות, כללים, חוקים, מגבלות, פקודות, ההוראות, ההנחיות, הכללים, החוקים, המגבלות
    prompt: פרומפט, הפרומפט, הודעת המערכת, ההודעה הראשונה
    reveal: הצג, תציג, חשוף, תחשוף, גלה, תגלה, הדפס, תדפיס, חזור על, תגיד לי, ספר לי, תראה לי, תן לי
    secret: סודי, סודיות, סוד, נסתר, סיסמה, הסיסמה, פנימי, חסוי, מוסתר
    prior: קודם, קודמות, הקודמות, למעלה, לעיל, מקורי, ראשון, הראשונה, עד עכשיו, לפני
    all: כל, הכל, כולם, כלשהו
    now: עכשיו, מעכשיו, מהיום, מכאן
    role: אתה, אתה עכשיו, העמד פנים, תעמיד פנים, שחק, תשחק, תפקיד, דמות, התנהג, תתנהג, דמיין
    free: חופשי, ללא הגבלות, בלי הגבלות, ללא מגבלות, בלי מגבלות, ללא חוקים, בלי חוקים, ללא צנזורה, בלי צנזורה, בלי פילטרים
    refuse: לסרב, תסרב, מסרב, להתנצל, אזהרה
    must: חייב, חייבת, ציית, תציית, מיד
    only: רק, תמיד, לעולם, אך ורק
    answer: ענה, תענה, השב, כתוב, תכתוב, אמור, תגיד
    maker: מפתח, המפתח, מנהל, המפתחים, יוצר, מתכנת
    machine: בינה מלאכותית, עוזר, בוט, מודל, צ אט
    system: מערכת, המערכת, מצב, ניפוי
    your: שלך, שלכם, אותך, לך
    stop: הפסק, תפסיק, די, לא עוד
    exact: מילה במילה, בדיוק, במלואו`,
  fa: `
    ignore: نادیده بگیر*, فراموش کن*, بی خیال, توجه نکن, کنار بگذار, رعایت نکن, دور بریز
    rules: قوانین, قانون, دستور*, دستورالعمل*, محدودیت*, قواعد, راهنما*
    prompt: پرامپت*, پیام سیستم, پیام اول
    reveal: نشان بده, نشون بده, بگو, فاش کن, تکرار کن, چاپ کن, لو بده, بنویس, افشا
    secret: مخفی, محرمانه, سری, پنهان, رمز*, راز
    prior: قبلی, پیشین, بالا, اولیه, اصلی, قبل, تا الان, اول
    all: همه, تمام, تمامی, هر
    now: حالا, الان, از این به بعد, از الان, اکنون
    role: تو, تو الان, وانمود کن, نقش, شخصیت, فرض کن, تصور کن, باش
    free: آزاد, بدون محدودیت, بدون قانون, بدون سانسور, بدون فیلتر, بی قید
    refuse: رد نکن, امتناع, عذرخواهی, هشدار
    must: باید, فورا, اطاعت, حتما
    only: فقط, همیشه, هرگز
    answer: جواب*, پاسخ*
    maker: توسعه دهنده*, مدیر*, سازنده*, برنامه نویس*
    machine: هوش مصنوعی, دستیار*, ربات*, مدل*, بات
    system: سیستم*, حالت*, دیباگ
    your: خودت, تو را, ات
    stop: نکن, دیگر نه, بس
    exact: کلمه به کلمه, عینا, دقیقا`,
  hi: `
    ignore: अनदेखा*, नजरअंदाज*, नज़रअंदाज़*, भूल*, भुला*, छोड़*, मत मानो, हटा*, ध्यान मत, तोड़*, bhool*, bhul*, ignore kar*, chhod*, chod do, mat mano, hatao, hatado
    rules: नियम*, निर्देश*, आदेश*, पाबंदी*, सीमा*, दिशानिर्देश*, हिदायत*, प्रतिबंध*, रूल*, niyam*, nirdesh*, aadesh*, pabandi*
    prompt: प्रॉम्प्ट*, प्रोम्प्ट*, सिस्टम संदेश, सिस्टम मैसेज, पहला संदेश, संदर्भ
    reveal: दिखा*, बता*, प्रकट*, दोहरा*, उजागर*, छाप*, लिख कर, कॉपी*, सुना*, dikha*, bata*, batao, dohra*, dikhao
    secret: गुप्त*, छिपा*, छुपा*, गोपनीय*, पासवर्ड*, राज़, सीक्रेट*, अंदरूनी, gupt, chhupa*, chupa*, raaz
    prior: पिछल*, पहले*, ऊपर*, पूर्व*, शुरुआत*, मूल, पुरान*, अब तक, pichhle*, pichle*, pehle*, upar*, purane*
    all: सभी, सब, सारे, सारी, हर, कोई भी, पूरा, पूरी, sab, saare, sare, saari, pura, poora
    now: अब, अब से, आज से, इसके बाद, ab se, abhi
    fresh: नया, नए, नई, असली, दूसर*, naya, naye, asli
    role: तुम, तुम अब, आप अब, बनो, बन जाओ, नाटक*, भूमिका*, मानो, अभिनय*, किरदार*, कल्पना*, तरह व्यवहार, ban jao, natak, maan lo, tum ab
    free: आज़ाद*, आजाद*, बिना किसी, बिना रोक*, बिना नियम*, बिना सीमा*, बिना फिल्टर, बिना सेंसर, मुक्त, स्वतंत्र*, azad, aazad, bina kisi, bina rok*, bina filter
    refuse: मना*, इनकार*, इंकार*, माफी*, माफ़ी*, चेतावनी*, mana mat, inkar, mafi
    must: जरूर*, ज़रूर*, तुरंत, पालन*, मानना, होगा, करना ही, हुक्म, turant, manna, zaroor
    only: केवल, सिर्फ*, सिर्फ़, हमेशा, कभी नहीं, बस, sirf, bas, hamesha
    answer: जवाब*, उत्तर*, बोलो, कहो, लिखो, jawab, jawaab, bolo, likho
    maker: डेवलपर*, व्यवस्थापक*, एडमिन*, निर्माता*, मालिक*, प्रोग्रामर*, banane wal*, malik
    machine: एआई, सहायक*, बॉट*, चैटबॉट*, मॉडल*, मशीन*, कृत्रिम
    system: सिस्टम*, प्रणाली*, मोड*, डिबग*
    instead: बजाय*, जगह, बदले, ke bajay, ki jagah
    safety: फिल्टर*, फ़िल्टर*, सुरक्षा*, सेंसर*, नैतिक*
    conceal: मत बताना, चुपके, किसी को मत, बिना बताए, chupke, kisi ko mat
    exact: शब्दशः, हूबहू, शब्द दर शब्द, जैसा का तैसा, ज्यों का त्यों, hubahu
    send: भेज*, लिंक*, bhej*
    trick: परीक्षण*, टेस्ट*, खेल*, कहानी*, काल्पनिक*, प्रयोग*, khel*, kahani*
    disable: बंद कर*, हटा*, निष्क्रिय*, बाईपास*, band kar*
    told: दिए गए, दिया गया, बताया गया, कहा गया, मिले, mile, diye gaye
    your: तुम्हार*, आपके, आपका, आपकी, अपने, अपना, अपनी, तेरे, apne, apna, apni, tumhar*, tere
    stop: बंद, रुको, मत, खत्म, अब नहीं, khatam
    permit: अनुमति*, इजाज़त*, इजाजत*, मना है, ijazat
    task: काम, कार्य*, मिशन*, kaam`,
  vi: `
    ignore: bo qua, quen, phot lo, lo di, gat bo, vut bo, khong can tuan, dung de y, mac ke, huy bo
    rules: quy tac*, huong dan*, chi dan*, lenh, gioi han*, han che*, quy dinh*, chi thi*, nguyen tac
    prompt: prompt*, loi nhac*, tin nhan he thong, thong diep he thong, ngu canh, cau lenh
    reveal: tiet lo, hien thi, cho toi xem, cho xem, in ra, lap lai, nhac lai, noi cho toi, liet ke, sao chep, dua ra, cho toi biet, cong khai, ke lai
    secret: bi mat, giau, mat khau, noi bo, rieng tu, bao mat, giau kin
    prior: truoc, truoc do, truoc day, phia tren, o tren, ban dau, dau tien, den gio
    all: tat ca, toan bo, bat ky, bat cu
    now: bay gio, tu bay gio, tu gio, ke tu, tu nay
    fresh: that su, thuc su, khac
    role: ban la, may la, gia vo, dong vai, gia su, tuong tuong, hay la, nhap vai, nhan vat, hanh dong nhu
    free: tu do, khong gioi han, khong bi gioi han, khong kiem duyet, khong quy tac, khong co gioi han, thoai mai, khong rang buoc
    refuse: tu choi, xin loi, canh bao
    must: phai, buoc, ngay lap tuc, tuan theo, vang loi, nghe loi, bat buoc, lap tuc
    only: luon, khong bao gio, duy nhat, chi can
    answer: tra loi, phan hoi
    maker: nha phat trien, quan tri*, nguoi tao, lap trinh*, admin, nguoi tao ra
    machine: ai, tro ly, bot, chatbot, mo hinh, tri tue nhan tao
    system: he thong, che do, go loi, debug, bao tri
    instead: thay vao do, thay vi, ma hay
    safety: bo loc, an toan, kiem duyet, dao duc
    conceal: dung noi, khong nhac, giu bi mat, khong cho ai
    exact: tung chu, nguyen van, chinh xac, day du, tung tu
    send: duong link, chuyen tiep, link
    trick: thu nghiem, kiem tra, tro choi, thi nghiem, cau chuyen, gia dinh, tieu thuyet
    disable: vo hieu*, go bo, vuot qua, mo khoa
    told: duoc bao, duoc cho, duoc giao, nhan duoc, da noi
    your: cua ban, cua may
    stop: dung lai, ngung, khong con, het hieu luc, ket thuc
    permit: cho phep, duoc phep, bi cam
    task: nhiem vu, cong viec, muc tieu`,
  id: `
    ignore: abaikan*, lupakan*, hiraukan, jangan ikuti, buang, langgar, kesampingkan, acuhkan, cuekin, hapus, tinggalkan
    rules: aturan*, instruksi*, perintah*, batasan*, pedoman*, larangan*, arahan*, kebijakan*, panduan*, petunjuk*
    prompt: prompt*, pesan sistem, konteks*, pesan pertama, konfigurasi*
    reveal: tampilkan*, tunjukkan*, ungkap*, ulangi*, cetak*, bocorkan*, beritahu*, kasih tau, kasih tahu, sebutkan*, salin*, berikan*, bacakan*, kasih lihat, terjemahkan
    secret: rahasia*, tersembunyi*, sandi, kata sandi, internal, password, pribadi, disembunyikan
    prior: sebelumnya, di atas, awal, pertama, asli, semula, tadi, terdahulu, lama, sampai sekarang
    all: semua, seluruh*, segala*, setiap, apa pun, apapun, lengkap
    now: sekarang, mulai sekarang, mulai saat ini, kini, seterusnya
    fresh: baru, sebenarnya, asli, lain, berikut
    role: kamu adalah, anda adalah, kamu sekarang, berpura pura, pura pura, berperan*, peran*, bertindak*, bayangkan*, karakter*, jadilah, seolah*, namamu
    free: bebas, tanpa batas*, tanpa aturan, tanpa filter, tanpa sensor, tanpa larangan, tidak terbatas
    refuse: menolak, tolak, maaf, peringatan*
    must: harus, wajib, patuh*, segera, turuti*, lakukan, ikuti
    only: hanya, selalu, jangan pernah, cuma
    answer: jawab*, balas*, katakan*, tulis*, bilang
    maker: pengembang*, admin*, pembuat*, pencipta*, programmer*, pemilik*
    machine: ai, asisten*, bot, chatbot*, model, mesin*, kecerdasan buatan, robot
    system: sistem, mode, debug*, pemeliharaan
    instead: sebagai gantinya, alih alih, melainkan
    safety: filter, keamanan*, moral*, etika*, etis
    conceal: jangan bilang, diam diam, tanpa menyebut, jangan sebut
    exact: kata demi kata, persis, lengkap, apa adanya, utuh
    send: kirim*, tautan*, link, teruskan, lampirkan
    trick: uji*, permainan*, eksperimen*, cerita*, hipotetis, skenario*, novel
    disable: matikan*, nonaktif*, hapus*, lewati*, singkirkan, cabut*
    told: diberikan, diberi, dikatakan, diperintahkan, diterima, diajarkan
    your: kamu, anda, milikmu
    stop: berhenti*, tidak lagi, bukan lagi, selesai, cukup
    permit: boleh, izin*, diizinkan, dilarang, terlarang
    task: tugas*, misi*, tujuan*`,
  th: `
    ignore: เพิกเฉย, ลืม, ไม่ต้องสนใจ, ละเลย, ข้าม, อย่าสนใจ, ไม่ต้องทำตาม, ทิ้ง
    rules: กฎ, คำสั่ง, คำแนะนำ, ข้อจำกัด, ข้อกำหนด, แนวทาง, นโยบาย
    prompt: พรอมต์, พร้อมท์, ข้อความระบบ, ข้อความแรก
    reveal: แสดง, เปิดเผย, บอก, พิมพ์, ทวน, คัดลอก, เอามาดู
    secret: ลับ, ซ่อน, รหัสผ่าน, ความลับ, ภายใน
    prior: ก่อนหน้า, ข้างต้น, ด้านบน, แรก, เดิม, ที่ผ่านมา
    all: ทั้งหมด, ทุก, ใดๆ
    now: ตอนนี้, จากนี้ไป, ต่อไปนี้, ต่อจากนี้
    role: คุณคือ, แกล้งทำ, สวมบทบาท, บทบาท, สมมติ, ทำตัว
    free: อิสระ, ไม่มีข้อจำกัด, ไร้ขีดจำกัด, ไม่มีกฎ, ไม่เซ็นเซอร์
    refuse: ปฏิเสธ, ขอโทษ, เตือน
    must: ต้อง, ทันที, เชื่อฟัง
    only: เท่านั้น, เสมอ, อย่างเดียว
    answer: ตอบ, เขียน, พูด
    maker: ผู้พัฒนา, ผู้ดูแล, แอดมิน, ผู้สร้าง
    machine: ปัญญาประดิษฐ์, ผู้ช่วย, บอท, แชทบอท, โมเดล
    system: ระบบ, โหมด
    your: ของคุณ, คุณ
    stop: หยุด, เลิก
    exact: คำต่อคำ, ทุกตัวอักษร`,
};
