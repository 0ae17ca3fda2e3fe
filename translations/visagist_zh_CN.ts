<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Words</name>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 小时 %2 分</translation>
    </message>
    <message>
        <source>%1 s ago</source>
        <translation>%1 秒前</translation>
    </message>
    <message>
        <source>%1 min ago</source>
        <translation>%1 分钟前</translation>
    </message>
    <message>
        <source>%1 h ago</source>
        <translation>%1 小时前</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>正在训练</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Saving</source>
        <translation>正在保存</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>正在停止</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>已中断</translation>
    </message>
</context>
<context>
    <name>core</name>
    <message>
        <source>%1 is missing. It is a part of this program: build or install Visagist again.</source>
        <translation>缺少 %1。它是本程序的一部分：请重新构建或安装 Visagist。</translation>
    </message>
    <message>
        <source>%1 cannot be loaded: %2. It is a part of this program: build or install Visagist again.</source>
        <translation>无法加载 %1：%2。它是本程序的一部分：请重新构建或安装 Visagist。</translation>
    </message>
    <message>
        <source>The system does not tell where this program lies (%1).</source>
        <translation>系统没有告知本程序所在的位置（%1）。</translation>
    </message>
    <message>
        <source>The face&apos;s position in the picture is degenerate and cannot be inverted.</source>
        <translation>人脸在图片中的位置退化，无法求逆。</translation>
    </message>
    <message>
        <source>The cache of aligned faces %1 could not be read back.</source>
        <translation>无法读回对齐人脸的缓存 %1。</translation>
    </message>
    <message>
        <source>There is no face to train on. Import pictures of at least one person first.</source>
        <translation>没有可训练的人脸。请先导入至少一个人物的图片。</translation>
    </message>
    <message>
        <source>The checkpoint&apos;s description cannot be read. Choose an older checkpoint.</source>
        <translation>无法读取检查点的描述。请选择较早的检查点。</translation>
    </message>
    <message>
        <source>The checkpoint was made by a newer Visagist. Update Visagist to use it.</source>
        <translation>该检查点由更新版本的 Visagist 生成。请更新 Visagist 后使用。</translation>
    </message>
    <message>
        <source>There are no checkpoints: %1 is missing. It belongs beside its project; bring it back, or train first.</source>
        <translation>没有检查点：缺少 %1。它应与项目放在一起；请将其放回，或先训练。</translation>
    </message>
    <message>
        <source>%1 is damaged, and no checkpoint can be added to it. It must be repaired first.</source>
        <translation>%1 已损坏，无法再添加检查点。必须先修复。</translation>
    </message>
    <message>
        <source>There is no checkpoint %1 in %2.</source>
        <translation>%2 中没有检查点 %1。</translation>
    </message>
    <message>
        <source>There is no room left on the drive of %1. What was saved before is whole; make room and try again.</source>
        <translation>%1 所在磁盘没有剩余空间。之前保存的内容完好；请腾出空间后重试。</translation>
    </message>
    <message>
        <source>%1 is damaged or not a Visagist file: %2.</source>
        <translation>%1 已损坏或不是 Visagist 文件：%2。</translation>
    </message>
    <message>
        <source>Another program keeps %1 locked. Try again in a moment.</source>
        <translation>另一个程序锁定了 %1。请稍后重试。</translation>
    </message>
    <message>
        <source>%1 can only be read. Make the file and its folder writable, or work on a copy.</source>
        <translation>%1 只能读取。请使文件及其文件夹可写，或使用副本。</translation>
    </message>
    <message>
        <source>%1 cannot be written to. Make its folder writable, or work on a copy.</source>
        <translation>%1 不可写。请使其文件夹可写，或使用副本。</translation>
    </message>
    <message>
        <source>%1 could not be read: %2.</source>
        <translation>无法读取 %1：%2。</translation>
    </message>
    <message>
        <source>There is not enough memory to work with %1.</source>
        <translation>内存不足，无法处理 %1。</translation>
    </message>
    <message>
        <source>The drive failed while working with %1: %2.</source>
        <translation>处理 %1 时磁盘出错：%2。</translation>
    </message>
    <message>
        <source>The database %1 refused a request: %2.</source>
        <translation>数据库 %1 拒绝了请求：%2。</translation>
    </message>
    <message>
        <source>The project %1 has no checkpoint to fuse with. Train it first.</source>
        <translation>项目 %1 没有可用于融合的检查点。请先训练。</translation>
    </message>
    <message>
        <source>There is too little graphics memory to fuse. Pause training or choose the device “cpu”.</source>
        <translation>显存不足，无法融合。请暂停训练，或选择设备“cpu”。</translation>
    </message>
    <message>
        <source>%1</source>
        <translation>%1</translation>
    </message>
    <message>
        <source>The size of the kept faces must be from %1 to %2 pixels; given was %3.</source>
        <translation>保存的人脸尺寸须为 %1 到 %2 像素；给定的是 %3。</translation>
    </message>
    <message>
        <source>The project %1 could not be made: its folder cannot be written to. Choose another folder.</source>
        <translation>无法创建项目 %1：其文件夹不可写。请选择其他文件夹。</translation>
    </message>
    <message>
        <source>There is no project %1.</source>
        <translation>没有项目 %1。</translation>
    </message>
    <message>
        <source>The project %1 is damaged: the file is empty or cut off.</source>
        <translation>项目 %1 已损坏：文件为空或被截断。</translation>
    </message>
    <message>
        <source>The project %1 is damaged: it does not say how large its faces are.</source>
        <translation>项目 %1 已损坏：未记录人脸尺寸。</translation>
    </message>
    <message>
        <source>%1 is being trained by another Visagist (process %2). Stop that one first.</source>
        <translation>另一个 Visagist（进程 %2）正在训练 %1。请先停止它。</translation>
    </message>
    <message>
        <source>Pictures of different size cannot be compared (%1 and %2).</source>
        <translation>尺寸不同的图片无法比较（%1 与 %2）。</translation>
    </message>
    <message>
        <source>The system gave no pipe for signals.</source>
        <translation>系统未能提供用于信号的管道。</translation>
    </message>
    <message>
        <source>Photo</source>
        <translation>照片</translation>
    </message>
    <message>
        <source>Reconstruction</source>
        <translation>重建</translation>
    </message>
    <message>
        <source>Swap</source>
        <translation>互换</translation>
    </message>
    <message>
        <source>There is no run %1 in the project %2.</source>
        <translation>项目 %2 中没有运行 %1。</translation>
    </message>
    <message>
        <source>Run %1 has no checkpoint to go on from. Start a new run.</source>
        <translation>运行 %1 没有可继续的检查点。请开始新的运行。</translation>
    </message>
    <message>
        <source>The checkpoint of step %1 is damaged. Going on from step %2.</source>
        <translation>第 %1 步的检查点已损坏。将从第 %2 步继续。</translation>
    </message>
    <message>
        <source>%1 faces are damaged in the project and are left out; the first is face %2.</source>
        <translation>项目中有 %1 张人脸已损坏并被跳过；第一张是人脸 %2。</translation>
    </message>
    <message>
        <source>Detail begins: no warp, and the discriminator comes in.</source>
        <translation>细节阶段开始：不再扭曲，判别器加入。</translation>
    </message>
    <message>
        <source>Fusions are trained from here on.</source>
        <translation>从此处起训练融合。</translation>
    </message>
    <message>
        <source>Checkpoint %1 saved.</source>
        <translation>检查点 %1 已保存。</translation>
    </message>
    <message>
        <source>The checkpoint of step %1 could not be saved: %2 Older checkpoints are untouched and training goes on.</source>
        <translation>无法保存第 %1 步的检查点：%2 较早的检查点完好，训练继续。</translation>
    </message>
    <message>
        <source>Option %1 cannot change while the run is on.</source>
        <translation>运行期间不能更改选项 %1。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has pixels of a type that is not read; save it with 8 or 16 bits.</source>
        <translation>“%1”的像素类型不受支持；请存为 8 位或 16 位。</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>A person needs a name.</source>
        <translation>人物需要姓名。</translation>
    </message>
    <message>
        <source>%1 is damaged or not a safetensors file: %2.</source>
        <translation>%1 已损坏或不是 safetensors 文件：%2。</translation>
    </message>
    <message>
        <source>The model file &quot;%1&quot; is not there. Run &quot;bash installer/bootstrap.sh build&quot; to fetch it.</source>
        <translation>模型文件“%1”不存在。请运行“bash installer/bootstrap.sh build”获取。</translation>
    </message>
    <message>
        <source>The model file &quot;%1&quot; is not the one that is expected (its SHA-256 differs). Delete it and run &quot;bash installer/bootstrap.sh build&quot;.</source>
        <translation>模型文件“%1”与预期不符（SHA-256 不同）。请删除它并运行“bash installer/bootstrap.sh build”。</translation>
    </message>
    <message>
        <source>The graphics card cannot be used: %1 Choose the device “cpu” or “auto”.</source>
        <translation>无法使用显卡：%1 请选择设备“cpu”或“auto”。</translation>
    </message>
    <message>
        <source>The tensor %1 of this checkpoint is damaged: its size does not fit its shape.</source>
        <translation>此检查点的张量 %1 已损坏：大小与形状不符。</translation>
    </message>
    <message>
        <source>There is no room left on the drive to write %1. Make room and try again.</source>
        <translation>磁盘没有剩余空间写入 %1。请腾出空间后重试。</translation>
    </message>
    <message>
        <source>%1 could not be written: %2.</source>
        <translation>无法写入 %1：%2。</translation>
    </message>
    <message>
        <source>There is no file %1.</source>
        <translation>没有文件 %1。</translation>
    </message>
    <message>
        <source>SHA-256 is not available in this machine&apos;s OpenSSL library.</source>
        <translation>本机的 OpenSSL 库不提供 SHA-256。</translation>
    </message>
    <message>
        <source>There are no pictures in %1.</source>
        <translation>%1 中没有图片。</translation>
    </message>
    <message>
        <source>There is no file or folder %1.</source>
        <translation>没有文件或文件夹 %1。</translation>
    </message>
    <message>
        <source>Preparing the faces was stopped.</source>
        <translation>人脸准备已停止。</translation>
    </message>
    <message>
        <source>The demo needs a number of %1 from %2 to %3; given was %4.</source>
        <translation>演示的%1须为 %2 到 %3；给定的是 %4。</translation>
    </message>
    <message>
        <source>people</source>
        <translation>人物数</translation>
    </message>
    <message>
        <source>faces a person</source>
        <translation>每人人脸数</translation>
    </message>
    <message>
        <source>pixels</source>
        <translation>像素数</translation>
    </message>
    <message>
        <source>The demo pictures need about %1 MB in %2, where %3 MB are free.</source>
        <translation>演示图片在 %2 中约需 %1 MB，而可用空间为 %3 MB。</translation>
    </message>
    <message>
        <source>%1 was made with other pictures (seed %2, %3 px). Choose another folder, or the same seed and size.</source>
        <translation>%1 是用其他图片生成的（种子 %2，%3 px）。请选择其他文件夹，或使用相同的种子和尺寸。</translation>
    </message>
    <message>
        <source>Stopped while making the demo pictures; they are completed next time.</source>
        <translation>生成演示图片时已停止；下次会补全。</translation>
    </message>
    <message>
        <source>A face needs 5 or 68 landmarks; this one has another number.</source>
        <translation>人脸需要 5 或 68 个关键点；这张的数量不符。</translation>
    </message>
    <message>
        <source>A landmark of this face is not a number.</source>
        <translation>此人脸的某个关键点不是数值。</translation>
    </message>
    <message>
        <source>The landmarks of this face lie on one point or one line; place them anew.</source>
        <translation>此人脸的关键点重合或共线；请重新放置。</translation>
    </message>
    <message>
        <source>The landmarks of this face are not arranged as in a face; place them anew.</source>
        <translation>此人脸的关键点排列不像人脸；请重新放置。</translation>
    </message>
    <message>
        <source>A landmark of this face lies far outside the picture.</source>
        <translation>此人脸的某个关键点远在图片之外。</translation>
    </message>
    <message>
        <source>The model file &quot;%1&quot; cannot be read (%2).</source>
        <translation>无法读取模型文件“%1”（%2）。</translation>
    </message>
    <message>
        <source>The fusion needs %1 weights, one a person; %2 were given.</source>
        <translation>融合需要 %1 个权重，每人一个；给定了 %2 个。</translation>
    </message>
    <message>
        <source>A fusion weight must be 0 or more.</source>
        <translation>融合权重须不小于 0。</translation>
    </message>
    <message>
        <source>All fusion weights are 0. Give at least one person a share.</source>
        <translation>所有融合权重都是 0。请至少给一个人物份额。</translation>
    </message>
    <message>
        <source>The photograph must be a colour picture of 8 bits.</source>
        <translation>照片须为 8 位彩色图片。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is empty (0 bytes).</source>
        <translation>“%1”是空文件（0 字节）。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is larger than 2 GB, which is not read as a picture.</source>
        <translation>“%1”大于 2 GB，不作为图片读取。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is cut off or damaged: part of the picture is missing.</source>
        <translation>“%1”被截断或已损坏：缺少部分画面。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is damaged and cannot be decoded (%2).</source>
        <translation>“%1”已损坏，无法解码（%2）。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; says it is %2 x %3 pixels; pictures above %4 megapixels are not read.</source>
        <translation>“%1”标称为 %2 x %3 像素；超过 %4 百万像素的图片不予读取。</translation>
    </message>
    <message>
        <source>There are no pictures to lay side by side.</source>
        <translation>没有可并排的图片。</translation>
    </message>
    <message>
        <source>An empty picture cannot be saved.</source>
        <translation>无法保存空图片。</translation>
    </message>
    <message>
        <source>A picture could not be turned into PNG (%1).</source>
        <translation>无法将图片转为 PNG（%1）。</translation>
    </message>
    <message>
        <source>Aligning a face needs at least two pairs of landmarks.</source>
        <translation>对齐人脸至少需要两对关键点。</translation>
    </message>
    <message>
        <source>The landmarks of this face all lie on one point.</source>
        <translation>此人脸的关键点全部重合。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is a black and white bitmap (PBM), which is not read.</source>
        <translation>“%1”是黑白位图（PBM），不予读取。</translation>
    </message>
    <message>
        <source>A picture cannot be brought to %1 x %2 pixels.</source>
        <translation>无法将图片缩放到 %1 x %2 像素。</translation>
    </message>
    <message>
        <source>The face&apos;s position in the picture is degenerate and cannot be shown.</source>
        <translation>人脸在图片中的位置退化，无法显示。</translation>
    </message>
    <message>
        <source>This copy of LibTorch has no CUDA part, or there is no NVIDIA driver.</source>
        <translation>此 LibTorch 不含 CUDA 部分，或没有 NVIDIA 驱动。</translation>
    </message>
    <message>
        <source>No NVIDIA graphics card was found.</source>
        <translation>未找到 NVIDIA 显卡。</translation>
    </message>
    <message>
        <source>The graphics card did not answer: %1</source>
        <translation>显卡没有响应：%1</translation>
    </message>
    <message>
        <source>The tensor %1 has a type that cannot be saved.</source>
        <translation>张量 %1 的类型无法保存。</translation>
    </message>
    <message>
        <source>The checkpoint does not fit the network: %1 has the shape %2, not %3.</source>
        <translation>检查点与网络不符：%1 的形状是 %2，而非 %3。</translation>
    </message>
    <message>
        <source>The checkpoint does not fit the network: it has no %1.</source>
        <translation>检查点与网络不符：缺少 %1。</translation>
    </message>
    <message>
        <source>Cosine</source>
        <translation>余弦</translation>
    </message>
    <message>
        <source>Linear</source>
        <translation>线性</translation>
    </message>
    <message>
        <source>Constant</source>
        <translation>恒定</translation>
    </message>
    <message>
        <source>Option %1 must be %2; given was %3.</source>
        <translation>选项 %1 须为 %2；给定的是 %3。</translation>
    </message>
    <message>
        <source>Sketch 64</source>
        <translation>Sketch 64</translation>
    </message>
    <message>
        <source>Small faces in minutes, also without a graphics card.</source>
        <translation>几分钟得到小尺寸人脸，没有显卡也可以。</translation>
    </message>
    <message>
        <source>Draft 128</source>
        <translation>Draft 128</translation>
    </message>
    <message>
        <source>A first look in an hour or two on a graphics card.</source>
        <translation>用显卡一两个小时即可初步查看。</translation>
    </message>
    <message>
        <source>Studio 256</source>
        <translation>Studio 256</translation>
    </message>
    <message>
        <source>The usual choice: a night on one graphics card.</source>
        <translation>常用选择：一块显卡训练一夜。</translation>
    </message>
    <message>
        <source>Final 512</source>
        <translation>Final 512</translation>
    </message>
    <message>
        <source>For delivery: days on one graphics card.</source>
        <translation>用于交付：一块显卡训练数天。</translation>
    </message>
    <message>
        <source>There is no preset called %1; there are sketch, draft, studio and final.</source>
        <translation>没有名为 %1 的预设；可用的有 sketch、draft、studio 和 final。</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>处理器</translation>
    </message>
    <message>
        <source>Graphics card</source>
        <translation>显卡</translation>
    </message>
    <message>
        <source>Checkpoint %1 in %2 is damaged and cannot be used. Choose another one.</source>
        <translation>%2 中的检查点 %1 已损坏，无法使用。请选择其他检查点。</translation>
    </message>
    <message>
        <source>The project has no dataset %1.</source>
        <translation>项目中没有数据集 %1。</translation>
    </message>
    <message>
        <source>The project&apos;s record of face %1 is damaged.</source>
        <translation>项目中人脸 %1 的记录已损坏。</translation>
    </message>
    <message>
        <source>The project has no face %1.</source>
        <translation>项目中没有人脸 %1。</translation>
    </message>
    <message>
        <source>Run %1 has no sample grid of step %2.</source>
        <translation>运行 %1 没有第 %2 步的样本网格。</translation>
    </message>
    <message>
        <source>There is already a person called %1.</source>
        <translation>已有名为 %1 的人物。</translation>
    </message>
    <message>
        <source>There is a file %1 already. Choose another name.</source>
        <translation>文件 %1 已存在。请选择其他名称。</translation>
    </message>
    <message>
        <source>The options of run %1 are damaged.</source>
        <translation>运行 %1 的选项已损坏。</translation>
    </message>
    <message>
        <source>The project has no run %1.</source>
        <translation>项目中没有运行 %1。</translation>
    </message>
    <message>
        <source>The tensor name %1 comes twice.</source>
        <translation>张量名 %1 重复出现。</translation>
    </message>
    <message>
        <source>%1 was made by a newer Visagist (format %2; this one knows up to %3). Install the newer version to open it.</source>
        <translation>%1 由更新版本的 Visagist 生成（格式 %2；当前版本最多支持 %3）。请安装新版本后打开。</translation>
    </message>
    <message>
        <source>%1 is damaged: it has no tables.</source>
        <translation>%1 已损坏：没有数据表。</translation>
    </message>
    <message>
        <source>%1 was made by an older Visagist and must be brought up to date, but can only be read. Open it once where it can be written to.</source>
        <translation>%1 由旧版本的 Visagist 生成，需要升级，但只能读取。请在可写的位置打开一次。</translation>
    </message>
    <message>
        <source>%1 is not a Visagist project.</source>
        <translation>%1 不是 Visagist 项目。</translation>
    </message>
    <message>
        <source>%1 does not hold checkpoints of Visagist.</source>
        <translation>%1 不含 Visagist 的检查点。</translation>
    </message>
    <message>
        <source>The tensor %1 has %2 bytes, which do not fit its type %3 and its shape.</source>
        <translation>张量 %1 有 %2 字节，与其类型 %3 和形状不符。</translation>
    </message>
    <message>
        <source>%1 has no faces. Import pictures of this person or leave the person out.</source>
        <translation>%1 没有人脸。请导入此人物的图片，或不选此人物。</translation>
    </message>
    <message>
        <source>%1 has only %2 faces. Under 100 the network tends to copy its pictures.</source>
        <translation>%1 只有 %2 张人脸。少于 100 张时，网络容易照搬原图。</translation>
    </message>
    <message>
        <source>Only one person has faces: the network learns that face, but there is nobody to fuse it with.</source>
        <translation>只有一个人物有人脸：网络会学习这张脸，但没有可与之融合的人。</translation>
    </message>
    <message>
        <source>No faces are kept for validation, so nothing will tell whether the network only memorises.</source>
        <translation>没有留出验证用的人脸，因此无法判断网络是否只是在死记。</translation>
    </message>
    <message>
        <source>The memory is used up. Choose a smaller batch or a smaller preset.</source>
        <translation>内存已用尽。请减小批大小，或选择更小的预设。</translation>
    </message>
    <message>
        <source>Training failed inside LibTorch: %1</source>
        <translation>训练在 LibTorch 内部失败：%1</translation>
    </message>
    <message>
        <source>Training failed: %1</source>
        <translation>训练失败：%1</translation>
    </message>
    <message>
        <source>There was not enough memory. Close other programs and try again.</source>
        <translation>内存不足。请关闭其他程序后重试。</translation>
    </message>
    <message>
        <source>No face was found in &quot;%1&quot;. If it is an aligned face already, say so and open it again.</source>
        <translation>在“%1”中未找到人脸。如果它已是对齐的人脸，请注明后重新打开。</translation>
    </message>
    <message>
        <source>The project has no face %1 any more.</source>
        <translation>项目中已没有人脸 %1。</translation>
    </message>
    <message>
        <source>There is not enough memory to show a picture of %1 x %2 pixels.</source>
        <translation>内存不足，无法显示 %1 x %2 像素的图片。</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>已取消。</translation>
    </message>
    <message>
        <source>Faces</source>
        <translation>人脸</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>How many faces a step sees. More is steadier and needs more memory.</source>
        <translation>每一步看到的人脸数。越多越稳定，也需要更多内存。</translation>
    </message>
    <message>
        <source>faces</source>
        <translation>张</translation>
    </message>
    <message>
        <source>Warp</source>
        <translation>扭曲</translation>
    </message>
    <message>
        <source>How much faces are bent before they are encoded, so that the code keeps the pose and forgets the person. Off in the last stage.</source>
        <translation>编码前对人脸的弯曲程度，使编码保留姿态而忘记人物。最后阶段关闭。</translation>
    </message>
    <message>
        <source>Rotate</source>
        <translation>旋转</translation>
    </message>
    <message>
        <source>Random rotation of each face, up to this angle.</source>
        <translation>每张人脸随机旋转，不超过此角度。</translation>
    </message>
    <message>
        <source>degrees</source>
        <translation>度</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>Random enlargement of each face, up to this share.</source>
        <translation>每张人脸随机放大，不超过此比例。</translation>
    </message>
    <message>
        <source>Shift</source>
        <translation>平移</translation>
    </message>
    <message>
        <source>Mirror</source>
        <translation>镜像</translation>
    </message>
    <message>
        <source>Show half the faces mirrored. Good for few pictures, wrong for one-sided hair or marks.</source>
        <translation>一半的人脸以镜像展示。图片少时有益，发型或痣不对称时不宜。</translation>
    </message>
    <message>
        <source>Colour variation</source>
        <translation>颜色变化</translation>
    </message>
    <message>
        <source>Random change of brightness, contrast and saturation, up to this share.</source>
        <translation>随机改变亮度、对比度和饱和度，不超过此比例。</translation>
    </message>
    <message>
        <source>Validation share</source>
        <translation>验证比例</translation>
    </message>
    <message>
        <source>Share of each person&apos;s faces that training never learns from, to see whether it only memorises.</source>
        <translation>每个人物中不参与训练的人脸比例，用来判断是否只是死记。</translation>
    </message>
    <message>
        <source>Test share</source>
        <translation>测试比例</translation>
    </message>
    <message>
        <source>Share of each person&apos;s faces kept aside for the final judgement.</source>
        <translation>每个人物中留作最终评判的人脸比例。</translation>
    </message>
    <message>
        <source>Loader threads</source>
        <translation>加载线程</translation>
    </message>
    <message>
        <source>Threads that prepare faces beside training.</source>
        <translation>训练时准备人脸的线程数。</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>Largest face only</source>
        <translation>仅最大的人脸</translation>
    </message>
    <message>
        <source>Take only the largest face of each photograph: for pictures in which others stand behind the person.</source>
        <translation>每张照片只取最大的人脸：适用于人物身后还有他人的图片。</translation>
    </message>
    <message>
        <source>Smallest face</source>
        <translation>最小人脸</translation>
    </message>
    <message>
        <source>Faces narrower than this in the photograph are passed over.</source>
        <translation>照片中窄于此值的人脸会被跳过。</translation>
    </message>
    <message>
        <source>px</source>
        <translation>px</translation>
    </message>
    <message>
        <source>Enlarge small photographs</source>
        <translation>放大小照片</translation>
    </message>
    <message>
        <source>How many times a photograph is doubled before faces are looked for, while it stays below the working size. Finds smaller faces, slower.</source>
        <translation>检测人脸前将照片放大一倍的次数（不超过工作尺寸）。能找到更小的人脸，但更慢。</translation>
    </message>
    <message>
        <source>Working size</source>
        <translation>工作尺寸</translation>
    </message>
    <message>
        <source>Longest side at which faces are looked for; larger photographs are shrunk to it. Faces are cut from the photograph itself.</source>
        <translation>检测人脸时的最长边；更大的照片会缩小到此尺寸。人脸仍从原照片裁取。</translation>
    </message>
    <message>
        <source>Detector threshold</source>
        <translation>检测阈值</translation>
    </message>
    <message>
        <source>There is no file or folder of this name.</source>
        <translation>没有此名称的文件或文件夹。</translation>
    </message>
    <message>
        <source>This is a link to a file that is not there.</source>
        <translation>这是指向不存在文件的链接。</translation>
    </message>
    <message>
        <source>This is not a file.</source>
        <translation>这不是文件。</translation>
    </message>
    <message>
        <source>This folder cannot be opened.</source>
        <translation>无法打开此文件夹。</translation>
    </message>
    <message>
        <source>This is a folder with a picture&apos;s name, without pictures.</source>
        <translation>这是以图片命名的文件夹，其中没有图片。</translation>
    </message>
    <message>
        <source>Losses</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Structure (SSIM)</source>
        <translation>结构 (SSIM)</translation>
    </message>
    <message>
        <source>Edges and textures like the photo&apos;s: structural dissimilarity.</source>
        <translation>边缘和纹理与照片一致：结构相异度。</translation>
    </message>
    <message>
        <source>Colour (squared)</source>
        <translation>颜色（平方）</translation>
    </message>
    <message>
        <source>Colours like the photo&apos;s: mean squared error.</source>
        <translation>颜色与照片一致：均方误差。</translation>
    </message>
    <message>
        <source>Colour (absolute)</source>
        <translation>颜色（绝对）</translation>
    </message>
    <message>
        <source>Colours like the photo&apos;s: mean absolute error.</source>
        <translation>颜色与照片一致：平均绝对误差。</translation>
    </message>
    <message>
        <source>Eyes and mouth</source>
        <translation>眼与口</translation>
    </message>
    <message>
        <source>Extra weight on eyes and mouth while shapes are learned.</source>
        <translation>学习形状时对眼与口的额外权重。</translation>
    </message>
    <message>
        <source>Eyes and mouth, last stage</source>
        <translation>眼与口，最后阶段</translation>
    </message>
    <message>
        <source>Extra weight on eyes and mouth in the last stage, when the warp is off.</source>
        <translation>最后阶段（不再扭曲时）对眼与口的额外权重。</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>遮罩</translation>
    </message>
    <message>
        <source>The network&apos;s mask like the face&apos;s: mean squared error.</source>
        <translation>网络的遮罩与人脸遮罩一致：均方误差。</translation>
    </message>
    <message>
        <source>Background</source>
        <translation>背景</translation>
    </message>
    <message>
        <source>How much hair and background count beside the face: 0 not at all, 1 as much.</source>
        <translation>头发和背景相对于人脸的权重：0 不计，1 同等。</translation>
    </message>
    <message>
        <source>Perceptual (discriminator)</source>
        <translation>感知（判别器）</translation>
    </message>
    <message>
        <source>Identity</source>
        <translation>身份</translation>
    </message>
    <message>
        <source>The face recognition network takes a face for the people that it is made of, by their weights. Slow without a graphics card.</source>
        <translation>人脸识别网络按权重把结果认作组成它的人物。没有显卡时较慢。</translation>
    </message>
    <message>
        <source>Perceptual (face network)</source>
        <translation>感知（人脸网络）</translation>
    </message>
    <message>
        <source>Features of the face recognition network like the photo&apos;s. Slow without a graphics card.</source>
        <translation>人脸识别网络的特征与照片一致。没有显卡时较慢。</translation>
    </message>
    <message>
        <source>The face network has no tensor called %1.</source>
        <translation>人脸网络中没有名为 %1 的张量。</translation>
    </message>
    <message>
        <source>Only 8-bit RGB pictures with 5 landmarks, or chips of 150 x 150 pixels, can be embedded.</source>
        <translation>只能对带 5 个关键点的 8 位 RGB 图片或 150 x 150 像素的人脸块计算嵌入。</translation>
    </message>
    <message>
        <source>Features of the discriminator like the photo&apos;s; last stage only.</source>
        <translation>判别器的特征与照片一致；仅最后阶段。</translation>
    </message>
    <message>
        <source>Content cycle</source>
        <translation>内容循环</translation>
    </message>
    <message>
        <source>A fused face must show the pose and expression that it was made from.</source>
        <translation>融合的人脸须保持其来源的姿态和表情。</translation>
    </message>
    <message>
        <source>Identity confusion</source>
        <translation>身份混淆</translation>
    </message>
    <message>
        <source>The content code must not tell who the person is.</source>
        <translation>内容编码不得透露人物身份。</translation>
    </message>
    <message>
        <source>Adversarial</source>
        <translation>对抗</translation>
    </message>
    <message>
        <source>Reconstructions that the discriminator takes for photos; last stage only.</source>
        <translation>让判别器把重建当作照片；仅最后阶段。</translation>
    </message>
    <message>
        <source>Adversarial on fusions</source>
        <translation>融合对抗</translation>
    </message>
    <message>
        <source>Fusions that the discriminator takes for photos; last stage only.</source>
        <translation>让判别器把融合当作照片；仅最后阶段。</translation>
    </message>
    <message>
        <source>R1 strength</source>
        <translation>R1 强度</translation>
    </message>
    <message>
        <source>Gradient penalty of the discriminator, times pixels over batch.</source>
        <translation>判别器的梯度惩罚，乘以像素数与批大小之比。</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Resolution</source>
        <translation>分辨率</translation>
    </message>
    <message>
        <source>Width and height of the faces that are trained and made.</source>
        <translation>训练和生成的人脸的宽与高。</translation>
    </message>
    <message>
        <source>Content code</source>
        <translation>内容编码</translation>
    </message>
    <message>
        <source>How many numbers describe pose, expression, light and background.</source>
        <translation>描述姿态、表情、光照和背景的数值个数。</translation>
    </message>
    <message>
        <source>Encoder channels</source>
        <translation>编码器通道</translation>
    </message>
    <message>
        <source>Channels of the encoder&apos;s first layer; they double at each halving, up to 512.</source>
        <translation>编码器第一层的通道数；每次减半尺寸时加倍，最多 512。</translation>
    </message>
    <message>
        <source>Decoder width</source>
        <translation>解码器宽度</translation>
    </message>
    <message>
        <source>The decoder has this number divided by the layer&apos;s size as channels, up to 512.</source>
        <translation>解码器每层的通道数为此值除以该层尺寸，最多 512。</translation>
    </message>
    <message>
        <source>Person map channels</source>
        <translation>人物图通道</translation>
    </message>
    <message>
        <source>Channels of the 8 by 8 map in which a person&apos;s shape begins.</source>
        <translation>人物形状起始的 8×8 特征图的通道数。</translation>
    </message>
    <message>
        <source>Style code</source>
        <translation>风格编码</translation>
    </message>
    <message>
        <source>How many numbers describe a person&apos;s features and texture at each size.</source>
        <translation>在每个尺寸上描述人物五官和纹理的数值个数。</translation>
    </message>
    <message>
        <source>Discriminator width</source>
        <translation>判别器宽度</translation>
    </message>
    <message>
        <source>The discriminator has this number divided by the layer&apos;s size as channels, up to 512.</source>
        <translation>判别器每层的通道数为此值除以该层尺寸，最多 512。</translation>
    </message>
    <message>
        <source>Optimiser</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Decay</source>
        <translation>衰减</translation>
    </message>
    <message>
        <source>How the learning rate falls towards the end of the run.</source>
        <translation>学习率在运行末期如何下降。</translation>
    </message>
    <message>
        <source>Decay begins at</source>
        <translation>衰减起点</translation>
    </message>
    <message>
        <source>Share of the run after which the learning rate begins to fall.</source>
        <translation>运行到此比例后学习率开始下降。</translation>
    </message>
    <message>
        <source>Final rate</source>
        <translation>最终学习率</translation>
    </message>
    <message>
        <source>The learning rate at the end, as a share of the highest.</source>
        <translation>结束时的学习率，占最高值的比例。</translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation>预热</translation>
    </message>
    <message>
        <source>Steps over which the learning rate rises at the start.</source>
        <translation>开始时学习率上升所经的步数。</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Accumulation</source>
        <translation>累积</translation>
    </message>
    <message>
        <source>Batches whose gradients are added before the weights move: a larger batch in the same memory.</source>
        <translation>移动权重前累加梯度的批数：在相同内存中实现更大的批。</translation>
    </message>
    <message>
        <source>batches</source>
        <translation>批</translation>
    </message>
    <message>
        <source>Gradient clip</source>
        <translation>梯度裁剪</translation>
    </message>
    <message>
        <source>Gradients longer than this are shortened to it. 0 is off.</source>
        <translation>长于此值的梯度会被缩短到此值。0 为关闭。</translation>
    </message>
    <message>
        <source>Averaging half-life</source>
        <translation>平均半衰期</translation>
    </message>
    <message>
        <source>Faces after which half of the averaged weights (EMA) is new.</source>
        <translation>经过此数量的人脸后，平均权重 (EMA) 的一半被更新。</translation>
    </message>
    <message>
        <source>The picture is only %1 x %2 pixels; an aligned face needs %3.</source>
        <translation>图片只有 %1 x %2 像素；对齐的人脸需要 %3。</translation>
    </message>
    <message>
        <source>There is no option called %1.</source>
        <translation>没有名为 %1 的选项。</translation>
    </message>
    <message>
        <source>The project holds a value that is not known: &quot;%1&quot;.</source>
        <translation>项目中含有未知的值：“%1”。</translation>
    </message>
    <message>
        <source>The driver must be a colour picture of 8 bits.</source>
        <translation>驱动图须为 8 位彩色图片。</translation>
    </message>
    <message>
        <source>Choose a driver picture first: it gives the pose and the expression.</source>
        <translation>请先选择驱动图：它决定姿态和表情。</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>How many steps the whole run has.</source>
        <translation>整个运行的步数。</translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation>时间限制</translation>
    </message>
    <message>
        <source>The run ends after this training time, if it comes before the last step; stages and learning rate follow the clock. 0 is no limit.</source>
        <translation>达到此训练时间后运行结束（若早于最后一步）；各阶段和学习率按时间推进。0 为不限。</translation>
    </message>
    <message>
        <source>min</source>
        <translation>分钟</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>What trains: the graphics card where there is one.</source>
        <translation>用什么训练：有显卡则用显卡。</translation>
    </message>
    <message>
        <source>Mixed precision</source>
        <translation>混合精度</translation>
    </message>
    <message>
        <source>bf16 and fp16 halve the memory and are several times faster on hardware made for them. Automatic takes bf16 there and fp32 elsewhere.</source>
        <translation>bf16 和 fp16 使内存减半，在支持的硬件上快数倍。自动在支持时使用 bf16，否则使用 fp32。</translation>
    </message>
    <message>
        <source>Sample every</source>
        <translation>采样间隔</translation>
    </message>
    <message>
        <source>Steps between two sample grids.</source>
        <translation>两次样本网格之间的步数。</translation>
    </message>
    <message>
        <source>Save every</source>
        <translation>保存间隔</translation>
    </message>
    <message>
        <source>Steps between two checkpoints.</source>
        <translation>两个检查点之间的步数。</translation>
    </message>
    <message>
        <source>Keep last</source>
        <translation>保留最近</translation>
    </message>
    <message>
        <source>checkpoints</source>
        <translation>个</translation>
    </message>
    <message>
        <source>Report every</source>
        <translation>汇报间隔</translation>
    </message>
    <message>
        <source>Steps between two points of the plots.</source>
        <translation>曲线图两点之间的步数。</translation>
    </message>
    <message>
        <source>Fusions begin at</source>
        <translation>融合起点</translation>
    </message>
    <message>
        <source>Share of the run after which fusions are trained beside reconstructions.</source>
        <translation>运行到此比例后，除重建外也训练融合。</translation>
    </message>
    <message>
        <source>Detail begins at</source>
        <translation>细节起点</translation>
    </message>
    <message>
        <source>Share of the run after which the warp is off and the discriminator comes in.</source>
        <translation>运行到此比例后，不再扭曲并加入判别器。</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>The same seed, faces and options give the same run on the processor.</source>
        <translation>在处理器上，相同的种子、人脸和选项得到相同的运行。</translation>
    </message>
    <message>
        <source>The project %1 has no checkpoint %2.</source>
        <translation>项目 %1 没有检查点 %2。</translation>
    </message>
    <message>
        <source>Checkpoint %1 belongs to run %2, not to run %3.</source>
        <translation>检查点 %1 属于运行 %2，而非运行 %3。</translation>
    </message>
    <message>
        <source>The fusion weights are too large.</source>
        <translation>融合权重过大。</translation>
    </message>
    <message>
        <source>Fusions in a batch</source>
        <translation>每批融合比例</translation>
    </message>
    <message>
        <source>Share of each batch that is also trained as fusions; more costs time.</source>
        <translation>每批中同时作为融合训练的比例；越多越耗时。</translation>
    </message>
    <message>
        <source>Balance</source>
        <translation>平衡</translation>
    </message>
    <message>
        <source>The coarse colours of a fusion are the weighted mean of its people&apos;s, so that each counts as much as the sliders say.</source>
        <translation>融合的大致颜色取各人物的加权平均，使每人的影响与滑块一致。</translation>
    </message>
    <message>
        <source>The reconstruction loss jumped from %1 to %2 and stayed there.</source>
        <translation>重建损失从 %1 跳到 %2，并停留在那里。</translation>
    </message>
    <message>
        <source>All faces that the generator makes look alike (collapse).</source>
        <translation>生成器生成的人脸全都相似（模式崩溃）。</translation>
    </message>
    <message>
        <source>The discriminator tells every made face from a photo and teaches nothing any more.</source>
        <translation>判别器能识破每一张生成的人脸，不再提供有用的信号。</translation>
    </message>
    <message>
        <source>%1 The run stopped at step %2. Its checkpoints are untouched: resume one with a lower learning rate, or with bf16 or fp32.</source>
        <translation>%1 运行在第 %2 步停止。检查点完好：请以更低的学习率，或用 bf16、fp32 从某个检查点继续。</translation>
    </message>
    <message>
        <source>%1 Going back from step %2 to step %3, with half the learning rate.</source>
        <translation>%1 从第 %2 步退回第 %3 步，学习率减半。</translation>
    </message>
    <message>
        <source>The memory is used up by a batch of %1. Going on with %2 batches of %3 a step.</source>
        <translation>批大小 %1 用尽了内存。改为每步 %2 批、每批 %3 张继续。</translation>
    </message>
    <message>
        <source>%1 has no whole checkpoint to start from.</source>
        <translation>%1 没有可用作起点的完整检查点。</translation>
    </message>
    <message>
        <source>Checkpoint %1 of %2 has nothing that fits this network. Choose the preset and the network options that it was trained with.</source>
        <translation>%2 的检查点 %1 与此网络毫无相符之处。请选择其训练时的预设和网络选项。</translation>
    </message>
    <message>
        <source>Started from checkpoint %1: %2 % of the network&apos;s weights were taken over.</source>
        <translation>从检查点 %1 开始：沿用了网络 %2 % 的权重。</translation>
    </message>
    <message>
        <source>Option %1 shapes what a checkpoint holds and cannot change when a run goes on. Start a new run.</source>
        <translation>选项 %1 决定检查点的内容，继续运行时不能更改。请开始新的运行。</translation>
    </message>
    <message>
        <source>Only reconstructions are trained from here on.</source>
        <translation>从此处起只训练重建。</translation>
    </message>
    <message>
        <source>Training met values that are not numbers in %1 steps in a row.</source>
        <translation>训练连续 %1 步遇到非数值。</translation>
    </message>
    <message>
        <source>The validation loss got no better in %1 samples: the run ends.</source>
        <translation>验证损失在 %1 次采样中没有改善：运行结束。</translation>
    </message>
    <message>
        <source>The validation loss got no better in %1 samples: the next stage begins.</source>
        <translation>验证损失在 %1 次采样中没有改善：进入下一阶段。</translation>
    </message>
    <message>
        <source>There was no memory for a sample grid; training goes on without it.</source>
        <translation>内存不足以生成样本网格；训练继续，跳过该网格。</translation>
    </message>
    <message>
        <source>Logistic</source>
        <translation>逻辑型</translation>
    </message>
    <message>
        <source>Hinge</source>
        <translation>铰链型</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Mix</source>
        <translation>混合</translation>
    </message>
    <message>
        <source>Detail</source>
        <translation>细节</translation>
    </message>
    <message>
        <source>The search for a learning rate was stopped.</source>
        <translation>学习率搜索已停止。</translation>
    </message>
    <message>
        <source>Smoothness</source>
        <translation>平滑</translation>
    </message>
    <message>
        <source>Little noise from pixel to pixel: total variation.</source>
        <translation>像素之间噪声小：全变分。</translation>
    </message>
    <message>
        <source>Adversarial form</source>
        <translation>对抗损失形式</translation>
    </message>
    <message>
        <source>Logistic (non-saturating) suits few pictures, hinge stops pushing once the discriminator is sure.</source>
        <translation>逻辑型（非饱和）适合图片较少的情况；铰链型在判别器有把握后不再施加推力。</translation>
    </message>
    <message>
        <source>How far a step moves the weights. Lion needs a third to a tenth of what Adam needs.</source>
        <translation>每一步移动权重的幅度。Lion 只需 Adam 的三分之一到十分之一。</translation>
    </message>
    <message>
        <source>What turns gradients into steps of the weights.</source>
        <translation>把梯度变为权重更新的方法。</translation>
    </message>
    <message>
        <source>Beta 1</source>
        <translation>动量系数 β1</translation>
    </message>
    <message>
        <source>How long the optimiser remembers the direction of the gradient.</source>
        <translation>优化器记住梯度方向的时间。</translation>
    </message>
    <message>
        <source>Beta 2</source>
        <translation>动量系数 β2</translation>
    </message>
    <message>
        <source>How long the optimiser remembers the size of the gradient.</source>
        <translation>优化器记住梯度大小的时间。</translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation>权重衰减</translation>
    </message>
    <message>
        <source>How strongly weights are drawn to zero; AdamW and Lion only.</source>
        <translation>权重被拉向零的强度；仅用于 AdamW 和 Lion。</translation>
    </message>
    <message>
        <source>Restarts</source>
        <translation>重启次数</translation>
    </message>
    <message>
        <source>How often the learning rate jumps back up and falls anew.</source>
        <translation>学习率跳回高点并重新下降的次数。</translation>
    </message>
    <message>
        <source>Freeze the encoder</source>
        <translation>冻结编码器</translation>
    </message>
    <message>
        <source>The encoder&apos;s weights stay as they are.</source>
        <translation>编码器的权重保持不变。</translation>
    </message>
    <message>
        <source>Freeze the decoder</source>
        <translation>冻结解码器</translation>
    </message>
    <message>
        <source>What all people share in the decoder stays as it is.</source>
        <translation>解码器中所有人物共享的部分保持不变。</translation>
    </message>
    <message>
        <source>Freeze the people</source>
        <translation>冻结人物</translation>
    </message>
    <message>
        <source>The people&apos;s own maps and style codes stay as they are.</source>
        <translation>人物各自的特征图和风格编码保持不变。</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Shape trains reconstructions, Mix fusions too, Detail without warp and with the discriminator. Automatic goes through them by the shares below.</source>
        <translation>“形状”训练重建，“混合”还训练融合，“细节”不再扭曲并加入判别器。“自动”按下面的比例依次进行。</translation>
    </message>
    <message>
        <source>Patience</source>
        <translation>耐心</translation>
    </message>
    <message>
        <source>After so many sample grids without a better validation loss the next stage begins, and in the last one the run ends. 0 is never.</source>
        <translation>验证损失在这么多次样本网格中没有改善时进入下一阶段，最后阶段则结束运行。0 为从不。</translation>
    </message>
    <message>
        <source>samples</source>
        <translation>次</translation>
    </message>
    <message>
        <source>Roll-backs</source>
        <translation>回退次数</translation>
    </message>
    <message>
        <source>How often a run that went wrong goes back to its last checkpoint, with half the learning rate, before it gives up.</source>
        <translation>运行出错时以减半的学习率退回上一个检查点的次数上限，超过则放弃。</translation>
    </message>
    <message>
        <source>The checkpoints file was damaged. A new one with its %1 whole checkpoints is in its place; the damaged one lies beside it and can be deleted.</source>
        <translation>检查点文件已损坏。已用包含其中 %1 个完好检查点的新文件替换；损坏的文件保留在旁边，可以删除。</translation>
    </message>
    <message>
        <source>The checkpoint of step %1 is saved, but older ones could not be removed: %2</source>
        <translation>第 %1 步的检查点已保存，但无法移除较早的检查点：%2</translation>
    </message>
    <message>
        <source>Option %1 is %2 in the project, but the checkpoint was made with %3. It shapes what a checkpoint holds and cannot change when a run goes on. Start a new run, or go on from another checkpoint.</source>
        <translation>项目中选项 %1 为 %2，而检查点使用的是 %3。它决定检查点的内容，继续运行时不能更改。请开始新的运行，或从其他检查点继续。</translation>
    </message>
    <message>
        <source>The checkpoint knows %1 people, but the run&apos;s data has %2. Start a new run.</source>
        <translation>检查点包含 %1 个人物，而运行的数据有 %2 个。请开始新的运行。</translation>
    </message>
    <message>
        <source>The run was trained with batch %1 and goes on with %2, from the face at which it stopped.</source>
        <translation>运行原先以批大小 %1 训练，现以 %2 继续，从停下时的那张人脸开始。</translation>
    </message>
    <message>
        <source>The run was trained with accumulation %1 and goes on with %2, from the face at which it stopped.</source>
        <translation>运行原先以累积 %1 训练，现以 %2 继续，从停下时的那张人脸开始。</translation>
    </message>
    <message>
        <source>The run was trained in %1 and goes on in %2.</source>
        <translation>运行原先以 %1 训练，现以 %2 继续。</translation>
    </message>
    <message>
        <source>The run was trained with %1 threads and goes on with %2. Sums are taken in another order, so that it will not equal an uninterrupted run to the last bit.</source>
        <translation>运行原先使用 %1 个线程，现使用 %2 个。求和顺序不同，因此结果不会与未中断的运行逐位相同。</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>Even poses</source>
        <translation>均衡姿态</translation>
    </message>
    <message>
        <source>Show a person&apos;s rare poses as often as the usual ones.</source>
        <translation>让人物少见的姿态与常见姿态同样频繁地出现。</translation>
    </message>
    <message>
        <source>The graphics card could not prepare the faces: %1</source>
        <translation>显卡无法准备人脸:%1</translation>
    </message>
    <message>
        <source>Random shift (crop) of each face, up to this share of its width.</source>
        <translation>每张人脸随机平移(裁切),最多为其宽度的这一比例。</translation>
    </message>
    <message>
        <source>Colour transfer</source>
        <translation>颜色迁移</translation>
    </message>
    <message>
        <source>Share of the faces that take over the colours of another person&apos;s face, so that light and make-up are not taken for identity.</source>
        <translation>取用另一人脸部颜色的人脸所占比例,使光线和妆容不被当作身份特征。</translation>
    </message>
    <message>
        <source>Occluders</source>
        <translation>遮挡物</translation>
    </message>
    <message>
        <source>Share of the faces that the encoder sees with something in front of them, such as a hand. The decoder is asked for the whole face.</source>
        <translation>编码器看到的人脸中前方有物体(例如手)遮挡的比例。解码器仍须还原完整的脸。</translation>
    </message>
    <message>
        <source>Blur</source>
        <translation>模糊</translation>
    </message>
    <message>
        <source>Share of the faces that the encoder sees blurred, so that soft pictures and motion blur do not spoil a fusion.</source>
        <translation>编码器看到的模糊人脸所占比例,使柔焦图片和运动模糊不会破坏融合。</translation>
    </message>
    <message>
        <source>JPEG</source>
        <translation>JPEG 压缩</translation>
    </message>
    <message>
        <source>Share of the faces that the encoder sees through JPEG compression of quality 20 to 90.</source>
        <translation>编码器看到的经 JPEG 压缩(质量 20 至 90)的人脸所占比例。</translation>
    </message>
    <message>
        <source>Adaptive augmentation</source>
        <translation>自适应增强</translation>
    </message>
    <message>
        <source>How sure of photos the discriminator may be before it is shown changed ones, so that it does not learn few pictures by heart. 0.6 is usual; 0 is off.</source>
        <translation>判别器对照片的把握达到此程度后,就会看到经过改动的照片,以免死记少量图片。通常为 0.6;0 表示关闭。</translation>
    </message>
    <message>
        <source>There is not enough memory to write a checkpoint.</source>
        <translation>内存不足，无法写入检查点。</translation>
    </message>
    <message>
        <source>The memory is used up. With a batch of %1 training takes about %2 MB, and this machine has %3 MB for all programs. Choose a smaller batch with more accumulation, or a smaller preset.</source>
        <translation>内存已用尽。批大小为 %1 时训练约需 %2 MB，而本机供所有程序使用的内存共 %3 MB。请减小批大小并增加累积，或选择更小的预设。</translation>
    </message>
    <message>
        <source>The learning rate goes on at %1 rather than %2, because the run&apos;s options or its length are others now.</source>
        <translation>由于运行的选项或长度已改变，学习率将从 %1 继续，而不是 %2。</translation>
    </message>
    <message>
        <source>There are fewer faces to train on (%1) than a batch holds (%2): every step sees some of them twice.</source>
        <translation>用于训练的人脸数（%1）少于批大小（%2）：每一步都会重复看到其中一些。</translation>
    </message>
    <message>
        <source>The checkpoints of this run can take %1 MB beside %2, where %3 MB are free. Make room, or keep fewer of them.</source>
        <translation>此运行的检查点在 %2 旁最多可占 %1 MB，而该处可用空间为 %3 MB。请腾出空间，或减少保留的检查点数量。</translation>
    </message>
    <message>
        <source>The graphics memory is used up: %1 Choose a smaller batch with more accumulation, or a smaller preset.</source>
        <translation>显存已用尽：%1 请减小批大小并增加累积，或选择更小的预设。</translation>
    </message>
    <message>
        <source>Older checkpoints of this run beyond this number go, unless starred or of the lowest validation loss.</source>
        <translation>此运行超出该数量的较早检查点会被移除，加星标的和验证损失最低的除外。</translation>
    </message>
    <message>
        <source>To tell people apart takes two of them.</source>
        <translation>至少要有两个人物才能区分。</translation>
    </message>
    <message>
        <source>A face is of nobody known.</source>
        <translation>有一张人脸不属于任何已知人物。</translation>
    </message>
    <message>
        <source>Somebody has no photograph to be known by.</source>
        <translation>有人物没有可供辨认的照片。</translation>
    </message>
    <message>
        <source>A face to be judged must be RGB of 8 bits.</source>
        <translation>待评判的人脸必须是 8 位 RGB 图像。</translation>
    </message>
    <message>
        <source>Measuring the quality was stopped.</source>
        <translation>质量测量已停止。</translation>
    </message>
    <message>
        <source>The video&apos;s pixels are of a kind that cannot be converted (%1).</source>
        <translation>视频的像素格式无法转换(%1)。</translation>
    </message>
    <message>
        <source>The end marker of this JPEG is missing.</source>
        <translation>此 JPEG 缺少结束标记。</translation>
    </message>
    <message>
        <source>Reading &quot;%1&quot; was stopped.</source>
        <translation>已停止读取“%1”。</translation>
    </message>
    <message>
        <source>A version of the data needs a name.</source>
        <translation>数据版本需要一个名称。</translation>
    </message>
    <message>
        <source>There are no faces to keep a version of. Import pictures first.</source>
        <translation>没有可保存为版本的人脸。请先导入图片。</translation>
    </message>
    <message>
        <source>Character %1: this quote is not closed. Add a &quot;.</source>
        <translation>第 %1 个字符:引号没有闭合。请补上一个 &quot;。</translation>
    </message>
    <message>
        <source>Character %1: &quot;%2&quot; is not the number of a face.</source>
        <translation>第 %1 个字符:“%2”不是人脸编号。</translation>
    </message>
    <message>
        <source>The person&apos;s name; * at the end stands for any rest.</source>
        <translation>人物的名字;末尾的 * 代表任意内容。</translation>
    </message>
    <message>
        <source>Text in the photograph&apos;s path.</source>
        <translation>照片路径中的文字。</translation>
    </message>
    <message>
        <source>Where the newest dataset has the face.</source>
        <translation>人脸在最新数据集中的位置。</translation>
    </message>
    <message>
        <source>Whether there is a copy of the face; extra: a better one.</source>
        <translation>是否有该人脸的副本;extra:有更好的副本。</translation>
    </message>
    <message>
        <source>Faces that are likely somebody else than their person.</source>
        <translation>很可能不是所属人物的人脸。</translation>
    </message>
    <message>
        <source>Faces that were put aside.</source>
        <translation>已被排除的人脸。</translation>
    </message>
    <message>
        <source>The number of a face.</source>
        <translation>人脸的编号。</translation>
    </message>
    <message>
        <source>Faces of the same person as the face of this number.</source>
        <translation>与该编号人脸同属一人的人脸。</translation>
    </message>
    <message>
        <source>Sharpness</source>
        <translation>清晰度</translation>
    </message>
    <message>
        <source>Fine detail in the face: 0 for none, above about 0.5 for a sharp photograph.</source>
        <translation>人脸中的细节:0 为没有,清晰照片约在 0.5 以上。</translation>
    </message>
    <message>
        <source>Motion blur</source>
        <translation>运动模糊</translation>
    </message>
    <message>
        <source>How much more blurred the face is along one direction than across it.</source>
        <translation>人脸沿某一方向比其垂直方向模糊多少。</translation>
    </message>
    <message>
        <source>Picture faults</source>
        <translation>画面缺陷</translation>
    </message>
    <message>
        <source>BRISQUE: blur, noise and compression taken together; 0 is a flawless picture.</source>
        <translation>BRISQUE:综合模糊、噪点与压缩;0 为完美画面。</translation>
    </message>
    <message>
        <source>Brightness</source>
        <translation>亮度</translation>
    </message>
    <message>
        <source>Mean brightness of the face: 0 black, 1 white.</source>
        <translation>人脸的平均亮度:0 为黑,1 为白。</translation>
    </message>
    <message>
        <source>Burnt out or black</source>
        <translation>过曝或死黑</translation>
    </message>
    <message>
        <source>Share of the face that is pure white or pure black.</source>
        <translation>人脸中纯白或纯黑部分的比例。</translation>
    </message>
    <message>
        <source>Contrast</source>
        <translation>对比度</translation>
    </message>
    <message>
        <source>Spread of brightness in the face.</source>
        <translation>人脸亮度的离散程度。</translation>
    </message>
    <message>
        <source>Hue</source>
        <translation>色相</translation>
    </message>
    <message>
        <source>Mean colour of the face on the colour circle; not known for grey pictures.</source>
        <translation>人脸在色环上的平均颜色;灰度图片没有此值。</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <source>Width of the aligned face in the photograph it comes from.</source>
        <translation>对齐人脸在原照片中的宽度。</translation>
    </message>
    <message>
        <source>Yaw</source>
        <translation>偏航</translation>
    </message>
    <message>
        <source>Turn of the head: negative to the left of the picture, positive to the right.</source>
        <translation>头部转动:负值朝画面左侧,正值朝右侧。</translation>
    </message>
    <message>
        <source>Pitch</source>
        <translation>俯仰</translation>
    </message>
    <message>
        <source>Negative looks down, positive up.</source>
        <translation>负值向下看,正值向上看。</translation>
    </message>
    <message>
        <source>Roll</source>
        <translation>翻滚</translation>
    </message>
    <message>
        <source>Lean of the head in the photograph; positive is clockwise.</source>
        <translation>头部在照片中的倾斜;正值为顺时针。</translation>
    </message>
    <message>
        <source>Mouth opening</source>
        <translation>张嘴程度</translation>
    </message>
    <message>
        <source>Gap between the lips over their width; 0 is closed. Needs 68 landmarks.</source>
        <translation>唇间距与唇宽之比;0 为闭合。需要 68 个关键点。</translation>
    </message>
    <message>
        <source>Eye opening</source>
        <translation>睁眼程度</translation>
    </message>
    <message>
        <source>Height of the eyes over their width; about 0.3 is open, below 0.15 closed. Needs 68 landmarks.</source>
        <translation>眼睛的高宽比;约 0.3 为睁开,0.15 以下为闭合。需要 68 个关键点。</translation>
    </message>
    <message>
        <source>Occlusion</source>
        <translation>遮挡</translation>
    </message>
    <message>
        <source>Estimated share of the face that does not look like the rest of its skin.</source>
        <translation>估计的与其余皮肤不相似的人脸比例。</translation>
    </message>
    <message>
        <source>Light from the side</source>
        <translation>侧向光</translation>
    </message>
    <message>
        <source>Negative: from the left of the picture, positive: from the right.</source>
        <translation>负值:来自画面左侧;正值:来自右侧。</translation>
    </message>
    <message>
        <source>Light from above</source>
        <translation>顶部光</translation>
    </message>
    <message>
        <source>Negative: from below, positive: from above.</source>
        <translation>负值:来自下方;正值:来自上方。</translation>
    </message>
    <message>
        <source>Distance from the average</source>
        <translation>与平均脸的距离</translation>
    </message>
    <message>
        <source>Distance of the embedding from the person&apos;s average; above about 0.6 it is likely somebody else.</source>
        <translation>特征向量与该人物平均值的距离;约 0.6 以上很可能是别人。</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Mean loss of this face in the newest training.</source>
        <translation>该人脸在最近一次训练中的平均损失。</translation>
    </message>
    <message>
        <source>LPIPS needs the file &quot;%1&quot;, which no package holds. Make it from torchvision&apos;s VGG16 weights with installer/convert_lpips.py.</source>
        <translation>LPIPS 需要文件“%1”,没有软件包提供它。请用 installer/convert_lpips.py 由 torchvision 的 VGG16 权重生成。</translation>
    </message>
    <message>
        <source>No face of %1 looks far to the left.</source>
        <translation>%1 没有大幅朝左的人脸。</translation>
    </message>
    <message>
        <source>No face of %1 looks to the left.</source>
        <translation>%1 没有朝左的人脸。</translation>
    </message>
    <message>
        <source>No face of %1 looks straight ahead.</source>
        <translation>%1 没有正面的人脸。</translation>
    </message>
    <message>
        <source>No face of %1 looks to the right.</source>
        <translation>%1 没有朝右的人脸。</translation>
    </message>
    <message>
        <source>No face of %1 looks far to the right.</source>
        <translation>%1 没有大幅朝右的人脸。</translation>
    </message>
    <message>
        <source>No face of %1 looks down.</source>
        <translation>%1 没有向下看的人脸。</translation>
    </message>
    <message>
        <source>No face of %1 looks up.</source>
        <translation>%1 没有向上看的人脸。</translation>
    </message>
    <message>
        <source>No face of %1 is lit from the left.</source>
        <translation>%1 没有左侧光的人脸。</translation>
    </message>
    <message>
        <source>No face of %1 is lit from the front.</source>
        <translation>%1 没有正面光的人脸。</translation>
    </message>
    <message>
        <source>No face of %1 is lit from the right.</source>
        <translation>%1 没有右侧光的人脸。</translation>
    </message>
    <message>
        <source>No face of %1 has its mouth open.</source>
        <translation>%1 没有张嘴的人脸。</translation>
    </message>
    <message>
        <source>No face of %1 has its mouth closed.</source>
        <translation>%1 没有闭嘴的人脸。</translation>
    </message>
    <message>
        <source>No face of %1 has its eyes closed.</source>
        <translation>%1 没有闭眼的人脸。</translation>
    </message>
    <message>
        <source>No face of %1 has its eyes open.</source>
        <translation>%1 没有睁眼的人脸。</translation>
    </message>
    <message>
        <source>Back to version %1</source>
        <translation>恢复到版本 %1</translation>
    </message>
    <message>
        <source>Back to “%1”</source>
        <translation>恢复到“%1”</translation>
    </message>
    <message>
        <source>exclude a face</source>
        <translation>排除一张人脸</translation>
    </message>
    <message>
        <source>exclude %1 faces</source>
        <translation>排除 %1 张人脸</translation>
    </message>
    <message>
        <source>take in a face</source>
        <translation>重新纳入一张人脸</translation>
    </message>
    <message>
        <source>take in %1 faces</source>
        <translation>重新纳入 %1 张人脸</translation>
    </message>
    <message>
        <source>move a face</source>
        <translation>移动一张人脸</translation>
    </message>
    <message>
        <source>move %1 faces</source>
        <translation>移动 %1 张人脸</translation>
    </message>
    <message>
        <source>Faces cannot be sorted by &quot;%1&quot;. Sort by added, person, file, time or a score, as sharp; -sharp is from high to low.</source>
        <translation>不能按“%1”排序。可按 added、person、file、time 或某项评分(如 sharp)排序;-sharp 为从高到低。</translation>
    </message>
    <message>
        <source>Faces cannot be grouped by &quot;%1&quot;. Group by none, person, identity, duplicate or pose.</source>
        <translation>不能按“%1”分组。可用 none、person、identity、duplicate 或 pose。</translation>
    </message>
    <message>
        <source>The video is damaged in %1 places; the frames there were passed over.</source>
        <translation>视频有 %1 处损坏;已跳过那里的帧。</translation>
    </message>
    <message>
        <source>The animation is cut off or damaged; its frames up to there were read.</source>
        <translation>动画不完整或已损坏;已读取到该处为止的帧。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has no frame %2 that can be read.</source>
        <translation>“%1”中没有可读取的第 %2 帧。</translation>
    </message>
    <message>
        <source>The trim ends at second %2, before it begins at %1: no frame would be left.</source>
        <translation>裁剪在第 %2 秒结束,早于起点第 %1 秒:不会剩下任何帧。</translation>
    </message>
    <message>
        <source>Only 8-bit pictures with pixels can be compared.</source>
        <translation>只能比较含像素的 8 位图片。</translation>
    </message>
    <message>
        <source>There is not enough memory for this file.</source>
        <translation>内存不足,无法处理此文件。</translation>
    </message>
    <message>
        <source>Blurred: sharpness %1.</source>
        <translation>模糊:清晰度 %1。</translation>
    </message>
    <message>
        <source>Motion blur: %1.</source>
        <translation>运动模糊:%1。</translation>
    </message>
    <message>
        <source>Too dark: brightness %1.</source>
        <translation>过暗:亮度 %1。</translation>
    </message>
    <message>
        <source>Burnt out or black: share %1.</source>
        <translation>过曝或死黑:比例 %1。</translation>
    </message>
    <message>
        <source>Something is before the face: share %1.</source>
        <translation>人脸前有遮挡物:比例 %1。</translation>
    </message>
    <message>
        <source>Only %1 pixels wide in the photograph.</source>
        <translation>在照片中仅 %1 像素宽。</translation>
    </message>
    <message>
        <source>A better copy of this face is there.</source>
        <translation>已有该人脸的更好副本。</translation>
    </message>
    <message>
        <source>This face looks like somebody else.</source>
        <translation>这张脸像是别人。</translation>
    </message>
    <message>
        <source>A mask must be grey, of 8 bits, and as large as its face (%1 pixels).</source>
        <translation>遮罩必须是 8 位灰度,且与人脸同样大小(%1 像素)。</translation>
    </message>
    <message>
        <source>An aligned face must be RGB, of 8 bits.</source>
        <translation>对齐人脸必须是 8 位 RGB。</translation>
    </message>
    <message>
        <source>The outline of a mask needs at least three corners.</source>
        <translation>遮罩轮廓至少需要三个顶点。</translation>
    </message>
    <message>
        <source>A mask must be a grey picture of 8 bits.</source>
        <translation>遮罩必须是 8 位灰度图片。</translation>
    </message>
    <message>
        <source>The mask is %1 x %2 pixels, its face %3: it was resized.</source>
        <translation>遮罩为 %1 x %2 像素,人脸为 %3:已调整大小。</translation>
    </message>
    <message>
        <source>The mask is empty: no pixel of it is the face. Paint it, or leave it out.</source>
        <translation>遮罩为空:没有任何像素属于人脸。请绘制它,或不使用它。</translation>
    </message>
    <message>
        <source>The mask holds only 0 and 1; 1 was taken for the face.</source>
        <translation>遮罩只含 0 和 1;已将 1 视为人脸。</translation>
    </message>
    <message>
        <source>The mask covers the whole picture, hair and background too.</source>
        <translation>遮罩覆盖了整张图片,包括头发和背景。</translation>
    </message>
    <message>
        <source>Only 8-bit RGB faces with grey masks can be judged.</source>
        <translation>只能评定带灰度遮罩的 8 位 RGB 人脸。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not an animation (GIF, WebP or PNG).</source>
        <translation>“%1”不是动画(GIF、WebP 或 PNG)。</translation>
    </message>
    <message>
        <source>The colour profile is damaged and was passed over; colours were taken as sRGB.</source>
        <translation>颜色配置文件已损坏并被忽略;颜色按 sRGB 处理。</translation>
    </message>
    <message>
        <source>The colour profile is meant for another kind of picture and was passed over; colours were taken as sRGB.</source>
        <translation>颜色配置文件适用于另一类图片并被忽略;颜色按 sRGB 处理。</translation>
    </message>
    <message>
        <source>The file has several pages; only the first one was read.</source>
        <translation>文件有多页;只读取了第一页。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a picture of a kind that is read (JPEG, PNG, WebP, TIFF, BMP, GIF, PGM, PPM).</source>
        <translation>“%1”不是可读取的图片类型(JPEG、PNG、WebP、TIFF、BMP、GIF、PGM、PPM)。</translation>
    </message>
    <message>
        <source>This is an animation; only its first frame was read.</source>
        <translation>这是动画;只读取了第一帧。</translation>
    </message>
    <message>
        <source>Some a second</source>
        <translation>每秒若干帧</translation>
    </message>
    <message>
        <source>Every n-th</source>
        <translation>每 n 帧一帧</translation>
    </message>
    <message>
        <source>Some of each scene</source>
        <translation>每个镜头若干帧</translation>
    </message>
    <message>
        <source>There is no score named &quot;%1&quot;.</source>
        <translation>没有名为“%1”的评分。</translation>
    </message>
    <message>
        <source>The project&apos;s record of a face&apos;s masks is damaged.</source>
        <translation>项目中某张人脸的遮罩记录已损坏。</translation>
    </message>
    <message>
        <source>The project has no picture %1.</source>
        <translation>项目中没有图片 %1。</translation>
    </message>
    <message>
        <source>The project has no source %1.</source>
        <translation>项目中没有来源 %1。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is cut off or damaged: it cannot be opened as a video (%2).</source>
        <translation>“%1”不完整或已损坏:无法作为视频打开(%2)。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a video of a kind that is read (%2).</source>
        <translation>“%1”不是可读取的视频类型(%2)。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; holds no moving pictures.</source>
        <translation>“%1”不含动态画面。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is cut off or damaged: not one of its frames can be decoded.</source>
        <translation>“%1”不完整或已损坏:没有一帧可以解码。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is coded as %2, which this machine&apos;s FFmpeg cannot decode.</source>
        <translation>“%1”的编码为 %2,本机的 FFmpeg 无法解码。</translation>
    </message>
    <message>
        <source>Frames of videos</source>
        <translation>视频取帧</translation>
    </message>
    <message>
        <source>Which frames of videos and animations are looked at: so many a second, every n-th, or some of each scene.</source>
        <translation>查看视频和动画的哪些帧:每秒若干帧、每 n 帧一帧,或每个镜头若干帧。</translation>
    </message>
    <message>
        <source>Frames a second</source>
        <translation>每秒帧数</translation>
    </message>
    <message>
        <source>For &quot;some a second&quot;: how many frames of each second are looked at, by their time stamps.</source>
        <translation>用于“每秒若干帧”:按时间戳每秒查看多少帧。</translation>
    </message>
    <message>
        <source>Step between frames</source>
        <translation>帧间隔</translation>
    </message>
    <message>
        <source>For &quot;every n-th&quot;: the frames 0, n, 2n … of the file are looked at.</source>
        <translation>用于“每 n 帧一帧”:查看文件的第 0、n、2n … 帧。</translation>
    </message>
    <message>
        <source>Frames of a scene</source>
        <translation>每个镜头的帧数</translation>
    </message>
    <message>
        <source>For &quot;some of each scene&quot;: how many frames after each cut are looked at, the first at the cut itself.</source>
        <translation>用于“每个镜头若干帧”:每次切换后查看多少帧,第一帧就在切换处。</translation>
    </message>
    <message>
        <source>Time between them</source>
        <translation>其间隔时间</translation>
    </message>
    <message>
        <source>Seconds from one of these frames to the next.</source>
        <translation>这些帧之间相隔的秒数。</translation>
    </message>
    <message>
        <source>s</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>Cut threshold</source>
        <translation>切换阈值</translation>
    </message>
    <message>
        <source>How much lightness must change from one frame to the next, and how much more than just before, to be a cut. Lower finds more cuts.</source>
        <translation>相邻两帧的明度变化要多大、且比之前大多少,才算一次切换。数值越低,找到的切换越多。</translation>
    </message>
    <message>
        <source>%</source>
        <translation>%</translation>
    </message>
    <message>
        <source>Trim from</source>
        <translation>裁剪起点</translation>
    </message>
    <message>
        <source>Seconds of each video that are passed over at its start.</source>
        <translation>每个视频开头跳过的秒数。</translation>
    </message>
    <message>
        <source>Trim to</source>
        <translation>裁剪终点</translation>
    </message>
    <message>
        <source>Second of each video at which the import ends; 0: its end.</source>
        <translation>每个视频导入结束的秒数;0 为视频末尾。</translation>
    </message>
    <message>
        <source>Perceptual (LPIPS)</source>
        <translation>感知(LPIPS)</translation>
    </message>
    <message>
        <source>Looks like the photo to VGG16, whose weights you bring yourself. Slow without a graphics card.</source>
        <translation>在 VGG16 看来与照片相似,其权重需自备。没有显卡时很慢。</translation>
    </message>
    <message>
        <source>Character %1: there is a &quot;)&quot; without its &quot;(&quot;.</source>
        <translation>第 %1 个字符:有“)”却没有对应的“(”。</translation>
    </message>
    <message>
        <source>Character %1: something is missing at the end, as person:ada.</source>
        <translation>第 %1 个字符:末尾缺少内容,例如 person:ada。</translation>
    </message>
    <message>
        <source>Character %1: something is missing before the &quot;)&quot;, as person:ada.</source>
        <translation>第 %1 个字符:“)”之前缺少内容,例如 person:ada。</translation>
    </message>
    <message>
        <source>Character %1: something is missing before &quot;%2&quot;. To look for the word itself, put it in quotes.</source>
        <translation>第 %1 个字符:“%2”之前缺少内容。若要查找这个词本身,请加引号。</translation>
    </message>
    <message>
        <source>Character %1: this &quot;(&quot; is not closed. Add a &quot;)&quot;.</source>
        <translation>第 %1 个字符:“(”没有闭合。请补上“)”。</translation>
    </message>
    <message>
        <source>Character %1: a value is missing behind &quot;%2&quot;. If it has spaces, put it in quotes.</source>
        <translation>第 %1 个字符:“%2”后面缺少值。若值含空格,请加引号。</translation>
    </message>
    <message>
        <source>Character %1: there is no &quot;%2&quot; to look for. Did you mean &quot;%3&quot;? To look for text in file names, put it in quotes.</source>
        <translation>第 %1 个字符:没有可查找的“%2”。您是否指“%3”?若要在文件名中查找文字,请加引号。</translation>
    </message>
    <message>
        <source>Character %1: &quot;%2&quot; is not a number to compare; write %2:VALUE.</source>
        <translation>第 %1 个字符:“%2”不是可比较的数字;请写成 %2:VALUE。</translation>
    </message>
    <message>
        <source>Character %1: &quot;%2&quot; takes %3.</source>
        <translation>第 %1 个字符:“%2”可取 %3。</translation>
    </message>
    <message>
        <source>Character %1: the range %2 ends before it begins; write %3..%4.</source>
        <translation>第 %1 个字符:范围 %2 的终点在起点之前;请写成 %3..%4。</translation>
    </message>
    <message>
        <source>Character %1: &quot;%2&quot; is not a number. Write %3&gt;0.5, or a range as %3:0.2..0.5.</source>
        <translation>第 %1 个字符:“%2”不是数字。请写成 %3&gt;0.5,或范围如 %3:0.2..0.5。</translation>
    </message>
    <message>
        <source>Character %1: too many parentheses in each other.</source>
        <translation>第 %1 个字符:括号嵌套过多。</translation>
    </message>
    <message>
        <source>Faces are looked for in RGB pictures of 8 bits.</source>
        <translation>只能在 8 位 RGB 图片中查找人脸。</translation>
    </message>
    <message>
        <source>The detector &quot;%1&quot; is not part of this program.</source>
        <translation>本程序不包含检测器“%1”。</translation>
    </message>
    <message>
        <source>The model file &quot;%1&quot; is not there. Its licence excludes commercial use, so it is not fetched by itself: install the Debian package libdlib-data, or put the file there.</source>
        <translation>找不到模型文件“%1”。其许可不允许商业用途,因此不会自动获取:请安装 Debian 软件包 libdlib-data,或将文件放到该处。</translation>
    </message>
    <message>
        <source>The model file &quot;%1&quot; is not the one that is expected (its SHA-256 differs).</source>
        <translation>模型文件“%1”不是预期的文件(SHA-256 不同)。</translation>
    </message>
    <message>
        <source>A face has five points: eyes, nose, mouth.</source>
        <translation>一张人脸有五个点:眼、鼻、嘴。</translation>
    </message>
    <message>
        <source>A crop of a face must show something of it.</source>
        <translation>人脸裁剪必须显示人脸的一部分。</translation>
    </message>
    <message>
        <source>Frames whose landmarks are smoothed must follow each other in time and have equally many landmarks.</source>
        <translation>平滑关键点的各帧必须按时间先后排列,且关键点数量相同。</translation>
    </message>
    <message>
        <source>The face detector &quot;%1&quot; is described, but its file &quot;%2&quot; is not there.</source>
        <translation>人脸检测器“%1”有描述文件,但找不到其文件“%2”。</translation>
    </message>
    <message>
        <source>There is no detector &quot;%1&quot; in the folder &quot;%2&quot;: put its ONNX file there, and a file NAME.json that says {&quot;model&quot;: &quot;FILE.onnx&quot;, &quot;decoder&quot;: &quot;%1&quot;}.</source>
        <translation>文件夹“%2”中没有检测器“%1”:请将其 ONNX 文件放到那里,并附上 NAME.json 文件,内容为 {&quot;model&quot;: &quot;FILE.onnx&quot;, &quot;decoder&quot;: &quot;%1&quot;}。</translation>
    </message>
    <message>
        <source>HOG: quick, frontal faces</source>
        <translation>HOG:快速,正面人脸</translation>
    </message>
    <message>
        <source>MMOD: any pose, slow</source>
        <translation>MMOD:任意姿态,较慢</translation>
    </message>
    <message>
        <source>MTCNN: any pose, small faces</source>
        <translation>MTCNN:任意姿态,小脸</translation>
    </message>
    <message>
        <source>YuNet (your ONNX file)</source>
        <translation>YuNet(您的 ONNX 文件)</translation>
    </message>
    <message>
        <source>RetinaFace (your ONNX file)</source>
        <translation>RetinaFace(您的 ONNX 文件)</translation>
    </message>
    <message>
        <source>SCRFD (your ONNX file)</source>
        <translation>SCRFD(您的 ONNX 文件)</translation>
    </message>
    <message>
        <source>5 points</source>
        <translation>5 个点</translation>
    </message>
    <message>
        <source>68 points (not for commercial use)</source>
        <translation>68 个点(不可商用)</translation>
    </message>
    <message>
        <source>No: upright faces only</source>
        <translation>否:仅直立人脸</translation>
    </message>
    <message>
        <source>Where no upright face is found</source>
        <translation>未找到直立人脸时</translation>
    </message>
    <message>
        <source>In every photograph</source>
        <translation>每张照片</translation>
    </message>
    <message>
        <source>The outputs of the network &quot;%1&quot; are not those of the decoder that its description names, or of its strides and anchors.</source>
        <translation>网络“%1”的输出与其描述中的解码器,或与其步长和锚框不符。</translation>
    </message>
    <message>
        <source>Detector</source>
        <translation>检测器</translation>
    </message>
    <message>
        <source>What finds the faces. YuNet, RetinaFace and SCRFD need an ONNX file and its description in the folder of models.</source>
        <translation>用什么查找人脸。YuNet、RetinaFace 和 SCRFD 需要在模型文件夹中放置 ONNX 文件及其描述。</translation>
    </message>
    <message>
        <source>Turned faces</source>
        <translation>旋转的人脸</translation>
    </message>
    <message>
        <source>Look for faces that lie on their side or stand on their head, too: the photograph is searched again at other angles.</source>
        <translation>也查找侧卧或倒立的人脸:会以其他角度再次搜索照片。</translation>
    </message>
    <message>
        <source>Landmarks</source>
        <translation>关键点</translation>
    </message>
    <message>
        <source>68 points need the file shape_predictor_68_face_landmarks.dat, whose licence excludes commercial use (Debian package libdlib-data).</source>
        <translation>68 个点需要文件 shape_predictor_68_face_landmarks.dat,其许可不允许商业用途(Debian 软件包 libdlib-data)。</translation>
    </message>
    <message>
        <source>Steadier landmarks</source>
        <translation>更稳定的关键点</translation>
    </message>
    <message>
        <source>Landmarks are read this many times more, each time from a slightly moved view, and averaged. For video; slower.</source>
        <translation>额外读取这么多次关键点,每次视图略有移动,再取平均。适合视频;较慢。</translation>
    </message>
    <message>
        <source>times</source>
        <translation>次</translation>
    </message>
    <message>
        <source>Search large photographs in tiles</source>
        <translation>分块搜索大照片</translation>
    </message>
    <message>
        <source>Also look at a photograph that is larger than the working size in overlapping parts, unshrunk: finds small faces in crowds, slower.</source>
        <translation>对大于工作尺寸的照片,也以不缩小的重叠分块查看:能找到人群中的小脸,较慢。</translation>
    </message>
    <message>
        <source>Lower finds more faces and more that are none. Each detector has a scale of its own; MTCNN and ONNX detectors have a lower limit besides.</source>
        <translation>数值越低,找到的人脸越多,误检也越多。各检测器的分值不同;MTCNN 和 ONNX 检测器另有下限。</translation>
    </message>
    <message>
        <source>The description of a face detector, &quot;%1&quot;, cannot be used: what it says of &quot;%2&quot; is missing or wrong.</source>
        <translation>无法使用人脸检测器的描述“%1”:其中“%2”缺失或有误。</translation>
    </message>
    <message>
        <source>The network &quot;%1&quot; cannot be used: OpenCV says &quot;%2&quot;.</source>
        <translation>无法使用网络“%1”:OpenCV 提示“%2”。</translation>
    </message>
    <message>
        <source>There is no memory to measure the faces; training goes on.</source>
        <translation>内存不足，无法测量人脸；训练继续进行。</translation>
    </message>
    <message>
        <source>The faces are not measured in this run: %1</source>
        <translation>本次训练不测量人脸：%1</translation>
    </message>
    <message>
        <source>The faces are not measured in this run: there are too few photographs.</source>
        <translation>本次训练不测量人脸：照片太少。</translation>
    </message>
    <message>
        <source>Measuring</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>The inception distance needs the file &quot;%1&quot;, which no package holds. Make it from pytorch-fid&apos;s weights with installer/convert_inception.py; until then the distance is measured with the face network.</source>
        <translation>Inception 距离需要文件“%1”，任何软件包都不含它。请用 installer/convert_inception.py 从 pytorch-fid 的权重制作；在此之前用人脸网络测量距离。</translation>
    </message>
    <message>
        <source>Pictures to be compared must be RGB of 8 bits and not empty.</source>
        <translation>要比较的图片必须是 8 位 RGB 且不为空。</translation>
    </message>
    <message>
        <source>The network that measures pictures cannot be run; its file is not the right one.</source>
        <translation>测量图片的网络无法运行；它的文件不是所需的那个。</translation>
    </message>
    <message>
        <source>A distance between sets needs at least 2 pictures in each; here there are %1.</source>
        <translation>两组之间的距离要求每组至少 2 张图片；这里有 %1 张。</translation>
    </message>
    <message>
        <source>The features of some pictures are not numbers: the network that measures is damaged, or the pictures are.</source>
        <translation>某些图片的特征不是数字：测量网络或图片已损坏。</translation>
    </message>
    <message>
        <source>Turned</source>
        <translation>转向</translation>
    </message>
    <message>
        <source>far to the left</source>
        <translation>远左</translation>
    </message>
    <message>
        <source>to the left</source>
        <translation>向左</translation>
    </message>
    <message>
        <source>straight ahead</source>
        <translation>正前方</translation>
    </message>
    <message>
        <source>to the right</source>
        <translation>向右</translation>
    </message>
    <message>
        <source>far to the right</source>
        <translation>远右</translation>
    </message>
    <message>
        <source>Tilted</source>
        <translation>俯仰</translation>
    </message>
    <message>
        <source>down</source>
        <translation>下</translation>
    </message>
    <message>
        <source>level</source>
        <translation>水平</translation>
    </message>
    <message>
        <source>up</source>
        <translation>上</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>光照</translation>
    </message>
    <message>
        <source>from the left</source>
        <translation>来自左侧</translation>
    </message>
    <message>
        <source>from the front</source>
        <translation>来自正面</translation>
    </message>
    <message>
        <source>from the right</source>
        <translation>来自右侧</translation>
    </message>
    <message>
        <source>Height of the light</source>
        <translation>光源高度</translation>
    </message>
    <message>
        <source>from above</source>
        <translation>来自上方</translation>
    </message>
    <message>
        <source>from below</source>
        <translation>来自下方</translation>
    </message>
    <message>
        <source>dark</source>
        <translation>暗</translation>
    </message>
    <message>
        <source>medium</source>
        <translation>中等</translation>
    </message>
    <message>
        <source>bright</source>
        <translation>亮</translation>
    </message>
    <message>
        <source>Mouth</source>
        <translation>嘴</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>闭合</translation>
    </message>
    <message>
        <source>slightly open</source>
        <translation>微张</translation>
    </message>
    <message>
        <source>open</source>
        <translation>张开</translation>
    </message>
    <message>
        <source>Eyes</source>
        <translation>眼睛</translation>
    </message>
    <message>
        <source>half open</source>
        <translation>半睁</translation>
    </message>
    <message>
        <source>move landmarks</source>
        <translation>移动关键点</translation>
    </message>
    <message>
        <source>This mask leaves nothing of the face: nothing could be learned from it. Paint what is the face, or clear the mask.</source>
        <translation>这个遮罩没有留下任何人脸：无法从中学习。请涂出人脸部分，或清除遮罩。</translation>
    </message>
    <message>
        <source>change a mask</source>
        <translation>更改遮罩</translation>
    </message>
    <message>
        <source>What DeepFaceLab noted in &quot;%1&quot; cannot be used: &quot;%2&quot; is cut off or not of the expected form. Export the face from DeepFaceLab once more.</source>
        <translation>DeepFaceLab 在“%1”中记录的内容无法使用：“%2”被截断或格式不符。请从 DeepFaceLab 重新导出该人脸。</translation>
    </message>
    <message>
        <source>A value in the Python data is of another kind than expected.</source>
        <translation>Python 数据中的某个值与预期的类型不同。</translation>
    </message>
    <message>
        <source>StyleGAN&apos;s distance needs NVIDIA&apos;s own file &quot;%1&quot;, which no package holds.</source>
        <translation>StyleGAN 的距离需要 NVIDIA 自己的文件“%1”，任何软件包都不含它。</translation>
    </message>
    <message>
        <source>The face network has a file of its own.</source>
        <translation>人脸网络有自己的文件。</translation>
    </message>
    <message>
        <source>Features of different networks are not compared: %1 numbers a picture against %2.</source>
        <translation>不比较不同网络的特征：每张图片 %1 个数对 %2 个。</translation>
    </message>
    <message>
        <source>The kernel distance needs at least one subset of at least 2 pictures.</source>
        <translation>核距离至少需要一个含 2 张图片的子集。</translation>
    </message>
    <message>
        <source>Inception, as pytorch-fid</source>
        <translation>Inception（同 pytorch-fid）</translation>
    </message>
    <message>
        <source>Inception, as clean-fid</source>
        <translation>Inception（同 clean-fid）</translation>
    </message>
    <message>
        <source>StyleGAN&apos;s network</source>
        <translation>StyleGAN 的网络</translation>
    </message>
    <message>
        <source>Face network</source>
        <translation>人脸网络</translation>
    </message>
    <message>
        <source>Measuring was stopped.</source>
        <translation>测量已停止。</translation>
    </message>
    <message>
        <source>The network that measures pictures gives no features of the kind that was expected; its file is not the right one.</source>
        <translation>测量图片的网络给出的特征与预期不符；它的文件不是所需的那个。</translation>
    </message>
    <message>
        <source>Measure every</source>
        <translation>测量间隔</translation>
    </message>
    <message>
        <source>Steps between two measurements of the averaged network (distance to the photographs, likeness), which go on beside training. 0 is never.</source>
        <translation>两次测量平均网络（与照片的距离、相似度）之间的步数；测量与训练同时进行。0 表示从不。</translation>
    </message>
    <message>
        <source>Measured with</source>
        <translation>测量网络</translation>
    </message>
    <message>
        <source>The network whose features are compared. Automatic takes Inception (FID) where its file is in the model folder, else the face network.</source>
        <translation>比较其特征的网络。模型文件夹中有 Inception 的文件时，自动选用它（FID），否则用人脸网络。</translation>
    </message>
    <message>
        <source>Pictures measured</source>
        <translation>测量图片数</translation>
    </message>
    <message>
        <source>Made faces and photographs that are compared, of each as many. More are more exact and take longer.</source>
        <translation>相互比较的生成人脸与照片，两者数量相同。越多越准确，也越慢。</translation>
    </message>
    <message>
        <source>pictures</source>
        <translation>张</translation>
    </message>
    <message>
        <source>Share of the time</source>
        <translation>时间占比</translation>
    </message>
    <message>
        <source>On the processor measuring takes at most this share of one core, so that training keeps its speed.</source>
        <translation>在处理器上，测量最多占用一个核心的这一比例，使训练保持速度。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no TorchScript network, or is damaged.</source>
        <translation>“%1”不是 TorchScript 网络，或已损坏。</translation>
    </message>
    <message>
        <source>The Python data in &quot;%1&quot; is damaged at byte %2. Take the file from its origin once more.</source>
        <translation>“%1”中的 Python 数据在第 %2 字节处损坏。请重新从来源获取该文件。</translation>
    </message>
    <message>
        <source>The Python data in &quot;%1&quot; is too large or nested too deeply.</source>
        <translation>“%1”中的 Python 数据过大或嵌套过深。</translation>
    </message>
    <message>
        <source>The Python data in &quot;%1&quot; asks for &quot;%2&quot;, which is no plain value. Nothing of it was run or taken.</source>
        <translation>“%1”中的 Python 数据要求“%2”，那不是普通的值。没有运行或采用其中任何内容。</translation>
    </message>
    <message>
        <source>MD5 is not available in this machine&apos;s OpenSSL library.</source>
        <translation>此机器的 OpenSSL 库不提供 MD5。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is there already and not empty. Choose a new folder.</source>
        <translation>“%1”已存在且不为空。请选择新文件夹。</translation>
    </message>
    <message>
        <source>The export was stopped.</source>
        <translation>导出已停止。</translation>
    </message>
    <message>
        <source>A shard holds at least one face.</source>
        <translation>每个分片至少包含一张人脸。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not there.</source>
        <translation>“%1”不存在。</translation>
    </message>
    <message>
        <source>There is no data set in &quot;%1&quot;.</source>
        <translation>“%1”中没有数据集。</translation>
    </message>
    <message>
        <source>The record of this face cannot be read: %1</source>
        <translation>无法读取这张人脸的记录：%1</translation>
    </message>
    <message>
        <source>The picture or mask of this face is not the one that was written (its SHA-256 differs).</source>
        <translation>这张人脸的图片或遮罩不是当初写出的那个（SHA-256 不同）。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is too long a name for a tar file.</source>
        <translation>“%1”对 tar 文件来说名称过长。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is too large for a tar file.</source>
        <translation>“%1”对 tar 文件来说过大。</translation>
    </message>
    <message>
        <source>The tar file &quot;%1&quot; is damaged or cut off at byte %2.</source>
        <translation>tar 文件“%1”在第 %2 字节处损坏或被截断。</translation>
    </message>
    <message>
        <source>There are no faces to export.</source>
        <translation>没有可导出的人脸。</translation>
    </message>
    <message>
        <source>The import was stopped; what was taken is kept.</source>
        <translation>导入已停止；已导入的内容会保留。</translation>
    </message>
    <message>
        <source>The folder &quot;%1&quot; cannot be made.</source>
        <translation>无法创建文件夹“%1”。</translation>
    </message>
</context>
<context>
    <name>visagist::AugmentPreviewDialog</name>
    <message>
        <source>There are no faces yet. Import pictures first.</source>
        <translation>还没有人脸。请先导入图片。</translation>
    </message>
    <message>
        <source>Augmentation preview</source>
        <translation>增强预览</translation>
    </message>
    <message>
        <source>Face</source>
        <translation>人脸</translation>
    </message>
    <message>
        <source>Encoder sees</source>
        <translation>编码器所见</translation>
    </message>
    <message>
        <source>Decoder makes</source>
        <translation>解码器目标</translation>
    </message>
    <message>
        <source>Follows the options of Train. In the last stage the warp is off.</source>
        <translation>随“训练”中的选项变化。最后阶段不再扭曲。</translation>
    </message>
    <message>
        <source>Draw again</source>
        <translation>重新抽取</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>visagist::BusyBar</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1, %2 a second, %3 left</source>
        <translation>%1，每秒 %2，剩余 %3</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>visagist::CheckpointListModel</name>
    <message>
        <source>Run %1</source>
        <translation>第 %1 次运行</translation>
    </message>
    <message>
        <source>starred</source>
        <translation>已加星标</translation>
    </message>
    <message>
        <source>not starred</source>
        <translation>未加星标</translation>
    </message>
    <message>
        <source>Loss on the faces that were trained on</source>
        <translation>训练人脸上的损失</translation>
    </message>
    <message>
        <source>Loss on faces that were not trained on</source>
        <translation>未参与训练的人脸上的损失</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Generator</source>
        <translation>生成器</translation>
    </message>
    <message>
        <source>Discriminator</source>
        <translation>判别器</translation>
    </message>
    <message>
        <source>Reconstruction</source>
        <translation>重建</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>保存时间</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
</context>
<context>
    <name>visagist::CheckpointsPage</name>
    <message>
        <source>All runs</source>
        <translation>全部运行</translation>
    </message>
    <message>
        <source>No checkpoint chosen</source>
        <translation>未选择检查点</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>保存时间</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Samples at step %1</source>
        <translation>第 %1 步的样本</translation>
    </message>
    <message>
        <source>Choose a checkpoint first</source>
        <translation>请先选择一个检查点</translation>
    </message>
    <message>
        <source>The project is open for reading only</source>
        <translation>项目以只读方式打开</translation>
    </message>
    <message>
        <source>Load this checkpoint in Fuse</source>
        <translation>在“融合”中载入此检查点</translation>
    </message>
    <message>
        <source>Go on training from this checkpoint</source>
        <translation>从此检查点继续训练</translation>
    </message>
    <message>
        <source>A run is on: stop it first</source>
        <translation>正在运行：请先停止</translation>
    </message>
    <message>
        <source>Read it whole and compare every hash</source>
        <translation>完整读取并核对每个哈希值</translation>
    </message>
    <message>
        <source>Write the averaged weights to a file that other tools read</source>
        <translation>将平均权重写入其他工具可读的文件</translation>
    </message>
    <message>
        <source>Delete this checkpoint</source>
        <translation>删除此检查点</translation>
    </message>
    <message>
        <source>Go on from step %1?</source>
        <translation>从第 %1 步继续？</translation>
    </message>
    <message>
        <source>The run went on to step %1. Curves and samples after step %2 are made anew; later checkpoints stay until newer ones take their place.</source>
        <translation>该运行已到第 %1 步。第 %2 步之后的曲线和样本会重新生成；较晚的检查点会保留，直到被更新的取代。</translation>
    </message>
    <message>
        <source>Go on from step %1</source>
        <translation>从第 %1 步继续</translation>
    </message>
    <message>
        <source>Leave it</source>
        <translation>保持不变</translation>
    </message>
    <message>
        <source>Checking step %1…</source>
        <translation>正在检查第 %1 步…</translation>
    </message>
    <message>
        <source>The checkpoint of step %1 is whole: every hash is right.</source>
        <translation>第 %1 步的检查点完好：所有哈希值都正确。</translation>
    </message>
    <message>
        <source>The checkpoint of step %1 is damaged. Resuming passes it over; use an older one.</source>
        <translation>第 %1 步的检查点已损坏。继续训练时会跳过它；请使用较早的检查点。</translation>
    </message>
    <message>
        <source>Export weights</source>
        <translation>导出权重</translation>
    </message>
    <message>
        <source>Safetensors (*.safetensors)</source>
        <translation>Safetensors (*.safetensors)</translation>
    </message>
    <message>
        <source>Writing %1…</source>
        <translation>正在写入 %1…</translation>
    </message>
    <message>
        <source>The weights are in %1.</source>
        <translation>权重已保存到 %1。</translation>
    </message>
    <message>
        <source>Delete the checkpoint of step %1?</source>
        <translation>删除第 %1 步的检查点？</translation>
    </message>
    <message>
        <source>%1, step %2, %3. It cannot be brought back.</source>
        <translation>%1，第 %2 步，%3。删除后无法恢复。</translation>
    </message>
    <message>
        <source>It is starred.</source>
        <translation>它已加星标。</translation>
    </message>
    <message>
        <source>Delete %1</source>
        <translation>删除 %1</translation>
    </message>
    <message>
        <source>Keep it</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Deleting step %1…</source>
        <translation>正在删除第 %1 步…</translation>
    </message>
    <message>
        <source>Restore…</source>
        <translation>恢复…</translation>
    </message>
    <message>
        <source>Use in Fuse</source>
        <translation>用于融合</translation>
    </message>
    <message>
        <source>Verify</source>
        <translation>校验</translation>
    </message>
    <message>
        <source>Export weights…</source>
        <translation>导出权重…</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>删除…</translation>
    </message>
    <message>
        <source>Filter by note, step or run</source>
        <translation>按备注、步数或运行筛选</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>No checkpoint yet. A run saves one every so many steps, and when it stops.</source>
        <translation>还没有检查点。运行每隔若干步以及停止时会保存一个。</translation>
    </message>
    <message>
        <source>Go to Train</source>
        <translation>前往“训练”</translation>
    </message>
    <message>
        <source>SHA-256 of the weights</source>
        <translation>权重的 SHA-256</translation>
    </message>
    <message>
        <source>No sample was made in this run yet.</source>
        <translation>此运行还没有生成样本。</translation>
    </message>
    <message>
        <source>Set up a new run that starts with these weights: other options, more people, another size</source>
        <translation>新建一次训练，从这些权重开始：可换选项、增加人物、改变尺寸</translation>
    </message>
    <message>
        <source>Branch a new run</source>
        <translation>分出新训练</translation>
    </message>
</context>
<context>
    <name>visagist::CoverageView</name>
    <message>
        <source>%1 faces, the pose of %2 is known</source>
        <translation>%1 张人脸，其中 %2 张姿态已知</translation>
    </message>
    <message>
        <source>Missing</source>
        <translation>缺少</translation>
    </message>
    <message>
        <source>Shows the faces that come nearest to it first</source>
        <translation>先显示与之最接近的人脸</translation>
    </message>
    <message>
        <source>No faces yet.</source>
        <translation>还没有人脸。</translation>
    </message>
    <message>
        <source>The faces are not measured yet: then it is known which way they look and how they are lit.</source>
        <translation>人脸尚未测量：测量后才知道它们朝向哪里、光照如何。</translation>
    </message>
    <message>
        <source>%1 of %2 faces are not measured yet.</source>
        <translation>%2 张人脸中有 %1 张尚未测量。</translation>
    </message>
    <message>
        <source>All %1 faces are measured.</source>
        <translation>全部 %1 张人脸都已测量。</translation>
    </message>
    <message>
        <source>Measure and compare</source>
        <translation>测量并比较</translation>
    </message>
    <message>
        <source>The stronger a cell, the more faces look that way. Click a cell, a bar or a sentence to see the faces behind it.</source>
        <translation>格子颜色越深，朝向该方向的人脸越多。点击格子、条块或句子可查看对应的人脸。</translation>
    </message>
</context>
<context>
    <name>visagist::FaceEditor</name>
    <message>
        <source>Take in again</source>
        <translation>重新纳入</translation>
    </message>
    <message>
        <source>Exclude</source>
        <translation>排除</translation>
    </message>
    <message>
        <source>All faces</source>
        <translation>全部人脸</translation>
    </message>
    <message>
        <source>Back to the wall of faces (Esc)</source>
        <translation>返回人脸墙（Esc）</translation>
    </message>
    <message>
        <source>Landmarks</source>
        <translation>关键点</translation>
    </message>
    <message>
        <source>Correct where the landmarks are (E)</source>
        <translation>修正关键点的位置（E）</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>遮罩</translation>
    </message>
    <message>
        <source>Paint what belongs to the face (M)</source>
        <translation>涂出属于人脸的部分（M）</translation>
    </message>
    <message>
        <source>Face before (Page up, P)</source>
        <translation>上一张人脸（Page Up、P）</translation>
    </message>
    <message>
        <source>Next face (Page down, N)</source>
        <translation>下一张人脸（Page Down、N）</translation>
    </message>
    <message>
        <source>Excludes the face and goes on to the next (X); nothing is deleted</source>
        <translation>排除这张人脸并转到下一张（X）；不删除任何内容</translation>
    </message>
</context>
<context>
    <name>visagist::FaceInspector</name>
    <message>
        <source>No face is selected.</source>
        <translation>未选择人脸。</translation>
    </message>
    <message>
        <source>Reading the photograph…</source>
        <translation>正在读取照片…</translation>
    </message>
    <message>
        <source>Face</source>
        <translation>人脸</translation>
    </message>
    <message>
        <source>%1 px</source>
        <translation>%1 px</translation>
    </message>
    <message>
        <source>came aligned</source>
        <translation>导入时已对齐</translation>
    </message>
    <message>
        <source>excluded</source>
        <translation>已排除</translation>
    </message>
    <message>
        <source>in use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>%1 × %2 px</source>
        <translation>%1 × %2 px</translation>
    </message>
    <message>
        <source>Box of the face</source>
        <translation>人脸框</translation>
    </message>
    <message>
        <source>Landmarks</source>
        <translation>关键点</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Face size</source>
        <translation>人脸大小</translation>
    </message>
    <message>
        <source>Roll</source>
        <translation>倾斜</translation>
    </message>
    <message>
        <source>Detector score</source>
        <translation>检测得分</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Photograph</source>
        <translation>照片</translation>
    </message>
    <message>
        <source>Not measured yet: Curate &gt; Measure and compare.</source>
        <translation>尚未测量:整理 &gt; 测量并比较。</translation>
    </message>
    <message>
        <source>Scores</source>
        <translation>评分</translation>
    </message>
</context>
<context>
    <name>visagist::FacesPage</name>
    <message>
        <source>Open a project first.</source>
        <translation>请先打开一个项目。</translation>
    </message>
    <message>
        <source>This project can only be read.</source>
        <translation>此项目只能读取。</translation>
    </message>
    <message>
        <source>Bring pictures into the project</source>
        <translation>将图片导入项目</translation>
    </message>
    <message>
        <source>%1 faces shown</source>
        <translation>显示 %1 张人脸</translation>
    </message>
    <message>
        <source>%1 selected of %2 shown</source>
        <translation>已选 %1 张，共显示 %2 张</translation>
    </message>
    <message>
        <source>No face matches the filter.</source>
        <translation>没有符合筛选条件的人脸。</translation>
    </message>
    <message>
        <source>No faces yet. Drop pictures or a folder here.</source>
        <translation>还没有人脸。请将图片或文件夹拖到这里。</translation>
    </message>
    <message>
        <source>New person</source>
        <translation>新人物</translation>
    </message>
    <message>
        <source>Name of the person</source>
        <translation>人物姓名</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Consent recorded</source>
        <translation>已记录同意</translation>
    </message>
    <message>
        <source>Import pictures</source>
        <translation>导入图片</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>所有文件</translation>
    </message>
    <message>
        <source>Import folder</source>
        <translation>导入文件夹</translation>
    </message>
    <message>
        <source>Importing</source>
        <translation>正在导入</translation>
    </message>
    <message>
        <source>Import pictures…</source>
        <translation>导入图片…</translation>
    </message>
    <message>
        <source>Import folder…</source>
        <translation>导入文件夹…</translation>
    </message>
    <message>
        <source>Exclude</source>
        <translation>排除</translation>
    </message>
    <message>
        <source>Take in again</source>
        <translation>重新纳入</translation>
    </message>
    <message>
        <source>Show excluded faces</source>
        <translation>显示已排除的人脸</translation>
    </message>
    <message>
        <source>New person…</source>
        <translation>新人物…</translation>
    </message>
    <message>
        <source>Exclude from training (Delete). Nothing is deleted.</source>
        <translation>不用于训练（Delete）。不会删除任何内容。</translation>
    </message>
    <message>
        <source>Take in again (Shift+Delete)</source>
        <translation>重新纳入（Shift+Delete）</translation>
    </message>
    <message>
        <source>People</source>
        <translation>人物</translation>
    </message>
    <message>
        <source>Faces</source>
        <translation>人脸</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Size of the thumbnails (Ctrl+wheel)</source>
        <translation>缩略图大小（Ctrl+滚轮）</translation>
    </message>
    <message>
        <source>Size of the thumbnails</source>
        <translation>缩略图大小</translation>
    </message>
    <message>
        <source>Move to person</source>
        <translation>移到人物</translation>
    </message>
    <message>
        <source>Say whose faces the selected ones are</source>
        <translation>指定所选人脸属于谁</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>As added</source>
        <translation>按添加顺序</translation>
    </message>
    <message>
        <source>Person</source>
        <translation>人物</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Wait until the present work is done.</source>
        <translation>请等待当前工作完成。</translation>
    </message>
    <message>
        <source>Search: name of a file, or person:ada sharp&gt;0.4 yaw&lt;-20</source>
        <translation>搜索:文件名,或 person:ada sharp&gt;0.4 yaw&lt;-20</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Words in a file&apos;s path, and conditions: person:ada, sharp&gt;0.4, yaw:-20..20, split:val, duplicate:extra, outlier:yes, excluded:yes; with or, not and parentheses.</source>
        <translation>文件路径中的词,以及条件:person:ada、sharp&gt;0.4、yaw:-20..20、split:val、duplicate:extra、outlier:yes、excluded:yes;可用 or、not 和括号。</translation>
    </message>
    <message>
        <source>Sort by</source>
        <translation>排序方式</translation>
    </message>
    <message>
        <source>From high to low</source>
        <translation>从高到低</translation>
    </message>
    <message>
        <source>Curate</source>
        <translation>整理</translation>
    </message>
    <message>
        <source>Measure and compare</source>
        <translation>测量并比较</translation>
    </message>
    <message>
        <source>Measures sharpness, pose and light of the faces that are new or changed, and finds copies and faces that are somebody else. Nothing is excluded.</source>
        <translation>测量新增或改动过的人脸的清晰度、姿态和光照,并找出副本以及属于别人的人脸。不会排除任何人脸。</translation>
    </message>
    <message>
        <source>Show superfluous copies</source>
        <translation>显示多余的副本</translation>
    </message>
    <message>
        <source>Show faces that are somebody else</source>
        <translation>显示属于别人的人脸</translation>
    </message>
    <message>
        <source>Show blurred faces</source>
        <translation>显示模糊的人脸</translation>
    </message>
    <message>
        <source>Measuring and comparing faces</source>
        <translation>正在测量并比较人脸</translation>
    </message>
    <message>
        <source>Stopped. What was measured is kept.</source>
        <translation>已停止。已测量的结果会保留。</translation>
    </message>
    <message>
        <source>%1 faces measured. Superfluous copies: %2. Faces that are somebody else: %3.</source>
        <translation>已测量 %1 张人脸。多余的副本:%2。属于别人的人脸:%3。</translation>
    </message>
    <message>
        <source>Pictures and films</source>
        <translation>图片和影片</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Edit landmarks…</source>
        <translation>编辑关键点…</translation>
    </message>
    <message>
        <source>Correct where the landmarks of this face are (E, Enter)</source>
        <translation>修正这张人脸的关键点位置（E、Enter）</translation>
    </message>
    <message>
        <source>Paint mask…</source>
        <translation>涂绘遮罩…</translation>
    </message>
    <message>
        <source>Paint what belongs to the face (M)</source>
        <translation>涂出属于人脸的部分（M）</translation>
    </message>
    <message>
        <source>Coverage</source>
        <translation>覆盖情况</translation>
    </message>
    <message>
        <source>Which poses, lights and expressions are there, and which are missing (Ctrl+G)</source>
        <translation>有哪些姿态、光照和表情，缺少哪些（Ctrl+G）</translation>
    </message>
</context>
<context>
    <name>visagist::FusePage</name>
    <message>
        <source>Face %1 of %2, from the left</source>
        <translation>从左数第 %1 张，共 %2 张</translation>
    </message>
    <message>
        <source>The checkpoint is being loaded</source>
        <translation>正在载入检查点</translation>
    </message>
    <message>
        <source>There is no checkpoint to fuse with</source>
        <translation>没有可用于融合的检查点</translation>
    </message>
    <message>
        <source>Choose a driver first</source>
        <translation>请先选择驱动图</translation>
    </message>
    <message>
        <source>The fusion is not ready yet</source>
        <translation>融合尚未就绪</translation>
    </message>
    <message>
        <source>A picture is being written</source>
        <translation>正在写入图片</translation>
    </message>
    <message>
        <source>Look at it at full size (100 %) first</source>
        <translation>请先以原尺寸（100 %）查看</translation>
    </message>
    <message>
        <source>No project is open.</source>
        <translation>没有打开的项目。</translation>
    </message>
    <message>
        <source>The checkpoint is being loaded…</source>
        <translation>正在载入检查点…</translation>
    </message>
    <message>
        <source>Choose a face at the left, or drop a picture here.</source>
        <translation>请在左侧选择一张人脸，或将图片拖到这里。</translation>
    </message>
    <message>
        <source>What is shown and exported</source>
        <translation>显示和导出的内容</translation>
    </message>
    <message>
        <source>The driver has no photo, only its aligned face</source>
        <translation>驱动图没有照片，只有对齐的人脸</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>The photo with the fused face, %1 x %2 px, as PNG, at most %3.</source>
        <translation>带融合人脸的照片，%1 x %2 px，PNG，最大 %3。</translation>
    </message>
    <message>
        <source>The fused face, %1 x %2 px, as PNG, at most %3.</source>
        <translation>融合人脸，%1 x %2 px，PNG，最大 %3。</translation>
    </message>
    <message>
        <source>For a driver with a photo, shown as photo</source>
        <translation>适用于带照片的驱动图，以照片显示时</translation>
    </message>
    <message>
        <source>fused photo.png</source>
        <translation>融合照片.png</translation>
    </message>
    <message>
        <source>fused face.png</source>
        <translation>融合人脸.png</translation>
    </message>
    <message>
        <source>Export PNG</source>
        <translation>导出 PNG</translation>
    </message>
    <message>
        <source>PNG pictures (*.png)</source>
        <translation>PNG 图片 (*.png)</translation>
    </message>
    <message>
        <source>The picture is in %1.</source>
        <translation>图片已保存到 %1。</translation>
    </message>
    <message>
        <source>Open a picture</source>
        <translation>打开图片</translation>
    </message>
    <message>
        <source>Pictures (*.png *.jpg *.jpeg *.webp *.tif *.tiff *.bmp);;All files (*)</source>
        <translation>图片 (*.png *.jpg *.jpeg *.webp *.tif *.tiff *.bmp);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Open a picture…</source>
        <translation>打开图片…</translation>
    </message>
    <message>
        <source>A picture with a face that drives the fusion</source>
        <translation>含有驱动融合的人脸的图片</translation>
    </message>
    <message>
        <source>Load the newest checkpoint</source>
        <translation>载入最新检查点</translation>
    </message>
    <message>
        <source>Export PNG…</source>
        <translation>导出 PNG…</translation>
    </message>
    <message>
        <source>Driver</source>
        <translation>驱动图</translation>
    </message>
    <message>
        <source>It is an aligned face</source>
        <translation>这是对齐的人脸</translation>
    </message>
    <message>
        <source>The picture shows one face, already cut and aligned: no detector is needed</source>
        <translation>图片是一张已裁剪并对齐的人脸：无需检测</translation>
    </message>
    <message>
        <source>Which face of the picture</source>
        <translation>图片中的哪张人脸</translation>
    </message>
    <message>
        <source>Faces of the project</source>
        <translation>项目中的人脸</translation>
    </message>
    <message>
        <source>No faces yet. Import some in Faces.</source>
        <translation>还没有人脸。请在“人脸”中导入。</translation>
    </message>
    <message>
        <source>Before and after, with a line to drag</source>
        <translation>前后对比，可拖动分界线</translation>
    </message>
    <message>
        <source>Before and after</source>
        <translation>前后对比</translation>
    </message>
    <message>
        <source>Photo</source>
        <translation>照片</translation>
    </message>
    <message>
        <source>Aligned face</source>
        <translation>对齐的人脸</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适合窗口</translation>
    </message>
    <message>
        <source>100 %</source>
        <translation>100 %</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>Merge into the picture</source>
        <translation>合成到图片</translation>
    </message>
    <message>
        <source>Strength</source>
        <translation>强度</translation>
    </message>
    <message>
        <source>Feather</source>
        <translation>羽化</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
</context>
<context>
    <name>visagist::FusionMixer</name>
    <message>
        <source>Mix</source>
        <translation>混合</translation>
    </message>
    <message>
        <source>Random mix</source>
        <translation>随机混合</translation>
    </message>
    <message>
        <source>Even</source>
        <translation>均分</translation>
    </message>
    <message>
        <source>The same share for everybody who is not locked</source>
        <translation>未锁定的人物各占相同份额</translation>
    </message>
    <message>
        <source>Mix of three people; the arrow keys move it</source>
        <translation>三个人物的混合；可用方向键移动</translation>
    </message>
    <message>
        <source>Share of %1</source>
        <translation>%1 的份额</translation>
    </message>
    <message>
        <source>Share of %1 in per cent</source>
        <translation>%1 的份额（百分比）</translation>
    </message>
    <message>
        <source>Unlock the share of %1</source>
        <translation>解锁 %1 的份额</translation>
    </message>
    <message>
        <source>Lock the share of %1</source>
        <translation>锁定 %1 的份额</translation>
    </message>
    <message>
        <source>Locked</source>
        <translation>已锁定</translation>
    </message>
    <message>
        <source>%1 alone; again for the mix from before</source>
        <translation>仅 %1；再按一次回到之前的混合</translation>
    </message>
    <message>
        <source>%1 alone</source>
        <translation>仅 %1</translation>
    </message>
</context>
<context>
    <name>visagist::ImportDialog</name>
    <message>
        <source>One person:</source>
        <translation>一个人物：</translation>
    </message>
    <message>
        <source>One person for each sub-folder, named after it</source>
        <translation>每个子文件夹一个人物，以文件夹命名</translation>
    </message>
    <message>
        <source>Photographs: find the faces and align them</source>
        <translation>照片：检测人脸并对齐</translation>
    </message>
    <message>
        <source>Aligned faces: take each picture as it is</source>
        <translation>已对齐的人脸：按原样导入</translation>
    </message>
    <message>
        <source>Import pictures</source>
        <translation>导入图片</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>Whose faces are these?</source>
        <translation>这些是谁的人脸？</translation>
    </message>
    <message>
        <source>What are the pictures?</source>
        <translation>这些是什么图片？</translation>
    </message>
    <message>
        <source>The pictures themselves are never changed.</source>
        <translation>原始图片绝不会被更改。</translation>
    </message>
    <message>
        <source>Name of the person</source>
        <translation>人物姓名</translation>
    </message>
    <message>
        <source>Give the person a name first.</source>
        <translation>请先输入人物姓名。</translation>
    </message>
    <message>
        <source>Try on one picture</source>
        <translation>在一张图片上试用</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Usual options</source>
        <translation>恢复常用选项</translation>
    </message>
    <message>
        <source>Puts every option back to what it is in a new project</source>
        <translation>把每个选项恢复为新项目中的值</translation>
    </message>
    <message>
        <source>Try the options on one picture to see which faces they find.</source>
        <translation>在一张图片上试用这些选项，看看能找到哪些人脸。</translation>
    </message>
    <message>
        <source>The picture that was tried</source>
        <translation>试用的图片</translation>
    </message>
    <message>
        <source>Counting the pictures …</source>
        <translation>正在统计图片…</translation>
    </message>
    <message numerus="yes">
        <source>%n picture(s)</source>
        <translation>
            <numerusform>%n 张图片</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n film(s)</source>
        <translation>
            <numerusform>%n 部影片</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) that cannot be read</source>
        <translation>
            <numerusform>%n 个无法读取的文件</numerusform>
        </translation>
    </message>
    <message>
        <source>Chosen: %1</source>
        <translation>已选择：%1</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between two items</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>Looking for faces in %1 …</source>
        <translation>正在 %1 中寻找人脸…</translation>
    </message>
    <message>
        <source>No face was found in this picture.</source>
        <translation>此图片中未找到人脸。</translation>
    </message>
    <message numerus="yes">
        <source>%n face(s) would be taken.</source>
        <translation>
            <numerusform>将采用 %n 张人脸。</numerusform>
        </translation>
    </message>
    <message>
        <source>Try on the next picture</source>
        <translation>在下一张图片上试用</translation>
    </message>
    <message>
        <source>Aligned faces are taken as they are.</source>
        <translation>已对齐的人脸按原样采用。</translation>
    </message>
    <message>
        <source>There is no photograph to try the options on.</source>
        <translation>没有可供试用选项的照片。</translation>
    </message>
</context>
<context>
    <name>visagist::ImportForm</name>
    <message>
        <source>Faces</source>
        <translation>人脸</translation>
    </message>
    <message>
        <source>Films</source>
        <translation>影片</translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation>高级</translation>
    </message>
    <message>
        <source>The trim leaves nothing of a film: its end lies before its start.</source>
        <translation>裁剪后影片没有剩余：结束早于开始。</translation>
    </message>
    <message>
        <source>Aligned faces are taken as they are: no face is looked for.</source>
        <translation>已对齐的人脸按原样采用：不寻找人脸。</translation>
    </message>
</context>
<context>
    <name>visagist::ImportReportDialog</name>
    <message>
        <source>Import report</source>
        <translation>导入报告</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>No face was found in this picture.</source>
        <translation>此图片中未找到人脸。</translation>
    </message>
    <message>
        <source>Several faces were found and all were taken: move those of others to their person.</source>
        <translation>找到多张人脸并已全部导入：请将其他人的人脸移到对应人物。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Copy list</source>
        <translation>复制列表</translation>
    </message>
    <message>
        <source>The import was stopped; what was done so far is kept.</source>
        <translation>导入已停止；已完成的部分保留。</translation>
    </message>
    <message numerus="yes">
        <source>%n face(s) stored.</source>
        <translation>
            <numerusform>已存入 %n 张人脸。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n picture(s) were imported before.</source>
        <translation>
            <numerusform>%n 张图片之前已导入。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) were not taken.</source>
        <translation>
            <numerusform>%n 个文件未被导入。</numerusform>
        </translation>
    </message>
    <message>
        <source> </source>
        <comment>between two sentences</comment>
        <translation> </translation>
    </message>
    <message numerus="yes">
        <source>%n frame(s) of films were looked at.</source>
        <translation>
            <numerusform>已查看影片中的 %n 帧。</numerusform>
        </translation>
    </message>
    <message>
        <source>Copies every reason with its files</source>
        <translation>复制每个原因及其文件</translation>
    </message>
    <message>
        <source>Save list…</source>
        <translation>保存列表…</translation>
    </message>
    <message>
        <source>Saves the list as a table (CSV) or as text</source>
        <translation>将列表保存为表格（CSV）或文本</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>Opens the folder in which the file lies</source>
        <translation>打开文件所在的文件夹</translation>
    </message>
    <message>
        <source>Try again…</source>
        <translation>重试…</translation>
    </message>
    <message>
        <source>Imports what is selected, or all that was not taken, with other options</source>
        <translation>用其他选项导入所选文件，或所有未被采用的文件</translation>
    </message>
    <message>
        <source>Files and reasons</source>
        <translation>文件与原因</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>reason, number of files</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation>表格 (*.csv)</translation>
    </message>
    <message>
        <source>Text (*.txt)</source>
        <translation>文本 (*.txt)</translation>
    </message>
    <message>
        <source>Save list</source>
        <translation>保存列表</translation>
    </message>
    <message>
        <source>import report.csv</source>
        <translation>导入报告.csv</translation>
    </message>
</context>
<context>
    <name>visagist::LandmarkEditor</name>
    <message>
        <source>Reading the photograph…</source>
        <translation>正在读取照片…</translation>
    </message>
    <message>
        <source>That face has no landmarks.</source>
        <translation>那张人脸没有关键点。</translation>
    </message>
    <message>
        <source>Looking for the face…</source>
        <translation>正在寻找人脸…</translation>
    </message>
    <message>
        <source>The detector finds no face here.</source>
        <translation>检测器在这里找不到人脸。</translation>
    </message>
    <message>
        <source>Find anew</source>
        <translation>重新检测</translation>
    </message>
    <message>
        <source>Looks for the face again, near where the landmarks are</source>
        <translation>在关键点附近重新寻找人脸</translation>
    </message>
    <message>
        <source>From frame before</source>
        <translation>取自前一帧</translation>
    </message>
    <message>
        <source>Takes the landmarks of this person from the frame before</source>
        <translation>采用此人在前一帧的关键点</translation>
    </message>
    <message>
        <source>From frame behind</source>
        <translation>取自后一帧</translation>
    </message>
    <message>
        <source>Takes the landmarks of this person from the frame behind</source>
        <translation>采用此人在后一帧的关键点</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Selects all landmarks (Ctrl+A)</source>
        <translation>选中所有关键点（Ctrl+A）</translation>
    </message>
    <message>
        <source>As opened</source>
        <translation>恢复打开时</translation>
    </message>
    <message>
        <source>Puts the landmarks back where they were when this face was opened</source>
        <translation>将关键点恢复到打开这张人脸时的位置</translation>
    </message>
    <message>
        <source>Landmarks on the photograph</source>
        <translation>照片上的关键点</translation>
    </message>
    <message>
        <source>Aligned face</source>
        <translation>对齐的人脸</translation>
    </message>
    <message>
        <source>Drag a landmark, or click a line to take its feature. Drag over nothing selects; Shift adds. Alt and drag turn and scale. Arrows nudge (Shift: by 10). Wheel enlarges, right button moves.</source>
        <translation>拖动关键点，或点击线条选中整个部位。在空白处拖动可框选；Shift 追加。按住 Alt 拖动可旋转和缩放。方向键微移（Shift：10 像素）。滚轮放大，右键移动。</translation>
    </message>
</context>
<context>
    <name>visagist::LogModel</name>
    <message>
        <source>Debug</source>
        <translation>调试</translation>
    </message>
    <message>
        <source>Info</source>
        <translation>信息</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>级别</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
</context>
<context>
    <name>visagist::LogPanel</name>
    <message>
        <source>Save the log</source>
        <translation>保存日志</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Info %1</source>
        <translation>信息 %1</translation>
    </message>
    <message>
        <source>Warnings %1</source>
        <translation>警告 %1</translation>
    </message>
    <message>
        <source>Errors %1</source>
        <translation>错误 %1</translation>
    </message>
    <message>
        <source>Find in the log</source>
        <translation>在日志中查找</translation>
    </message>
    <message>
        <source>Copy the lines shown</source>
        <translation>复制显示的行</translation>
    </message>
    <message>
        <source>Save the lines shown…</source>
        <translation>保存显示的行…</translation>
    </message>
</context>
<context>
    <name>visagist::MainWindow</name>
    <message>
        <source>Stop training and close?</source>
        <translation>停止训练并关闭？</translation>
    </message>
    <message>
        <source>A run is on. It is saved before the window closes, and can go on from there later.</source>
        <translation>正在运行。窗口关闭前会保存，之后可以从该处继续。</translation>
    </message>
    <message>
        <source>Save, stop and close</source>
        <translation>保存、停止并关闭</translation>
    </message>
    <message>
        <source>Keep training</source>
        <translation>继续训练</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>Stop what is running in this project before another one is opened.</source>
        <translation>请先停止此项目中正在进行的工作，再打开其他项目。</translation>
    </message>
    <message>
        <source>The folder of this project cannot be written to: it can be looked at, but not changed.</source>
        <translation>此项目的文件夹不可写：可以查看，但不能更改。</translation>
    </message>
    <message>
        <source>Stop what is running in this project before it is closed.</source>
        <translation>请先停止此项目中正在进行的工作，再关闭它。</translation>
    </message>
    <message>
        <source>%1 – Visagist</source>
        <translation>%1 – Visagist</translation>
    </message>
    <message>
        <source>Open a project first.</source>
        <translation>请先打开一个项目。</translation>
    </message>
    <message>
        <source>No project was opened yet.</source>
        <translation>还没有打开过项目。</translation>
    </message>
    <message>
        <source>New project</source>
        <translation>新建项目</translation>
    </message>
    <message>
        <source>My project</source>
        <translation>我的项目</translation>
    </message>
    <message>
        <source>Visagist projects</source>
        <translation>Visagist 项目</translation>
    </message>
    <message>
        <source>Open project</source>
        <translation>打开项目</translation>
    </message>
    <message>
        <source>Where shall the demo&apos;s folder be made?</source>
        <translation>演示文件夹放在哪里？</translation>
    </message>
    <message>
        <source>Stop what is running before the demo begins.</source>
        <translation>请先停止正在进行的工作，再开始演示。</translation>
    </message>
    <message>
        <source>Drawing the demo people</source>
        <translation>正在绘制演示人物</translation>
    </message>
    <message>
        <source>Demo</source>
        <translation>演示</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>About Visagist</source>
        <translation>关于 Visagist</translation>
    </message>
    <message>
        <source>Visagist %1

A studio for training networks that fuse faces.
Free software under the GNU General Public License, version 3 or later.</source>
        <translation>Visagist %1

训练人脸融合网络的工作室。
自由软件，遵循 GNU 通用公共许可证第 3 版或更高版本。</translation>
    </message>
    <message>
        <source>Saving and stopping…</source>
        <translation>正在保存并停止…</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Open recent</source>
        <translation>最近打开</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>F&amp;aces</source>
        <translation>人脸</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>F&amp;use</source>
        <translation>融合</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>New project…</source>
        <translation>新建项目…</translation>
    </message>
    <message>
        <source>Open project…</source>
        <translation>打开项目…</translation>
    </message>
    <message>
        <source>Close project</source>
        <translation>关闭项目</translation>
    </message>
    <message>
        <source>Try the demo…</source>
        <translation>试用演示…</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Left panel</source>
        <translation>左侧面板</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>全屏</translation>
    </message>
    <message>
        <source>Next area</source>
        <translation>下一区域</translation>
    </message>
    <message>
        <source>Previous area</source>
        <translation>上一区域</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Show the log</source>
        <translation>显示日志</translation>
    </message>
    <message>
        <source>Faces</source>
        <translation>人脸</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Fuse</source>
        <translation>融合</translation>
    </message>
    <message>
        <source>System</source>
        <translation>系统</translation>
    </message>
</context>
<context>
    <name>visagist::MaskEditor</name>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Painted</source>
        <translation>涂绘</translation>
    </message>
    <message>
        <source>Polygon</source>
        <translation>多边形</translation>
    </message>
    <message>
        <source>Imported</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>Hides the face</source>
        <translation>遮挡物</translation>
    </message>
    <message>
        <source>%1, taken away</source>
        <translation>%1（减去）</translation>
    </message>
    <message>
        <source>%1, in place of those below</source>
        <translation>%1（替换下层）</translation>
    </message>
    <message>
        <source>Brush: paints what is the face</source>
        <translation>画笔：涂出人脸</translation>
    </message>
    <message>
        <source>Eraser: takes away from the face</source>
        <translation>橡皮：从人脸中减去</translation>
    </message>
    <message>
        <source>Polygon: click its corners, Enter closes it; with Alt it takes away</source>
        <translation>多边形：点击各角，Enter 闭合；按住 Alt 则减去</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Size of the brush ([ and ])</source>
        <translation>画笔大小（[ 和 ]）</translation>
    </message>
    <message>
        <source>Softness</source>
        <translation>柔和度</translation>
    </message>
    <message>
        <source>Shade</source>
        <translation>暗度</translation>
    </message>
    <message>
        <source>How dark what is not the face is shown</source>
        <translation>非人脸部分显示得多暗</translation>
    </message>
    <message>
        <source>Automatic mask</source>
        <translation>自动遮罩</translation>
    </message>
    <message>
        <source>Outlines the face by its landmarks, then moves the border to where the colours change</source>
        <translation>按关键点勾勒人脸，再把边界移到颜色变化处</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>图层</translation>
    </message>
    <message>
        <source>Layers of the mask, the uppermost first</source>
        <translation>遮罩的图层，最上层在前</translation>
    </message>
    <message>
        <source>Remove layer</source>
        <translation>移除图层</translation>
    </message>
    <message>
        <source>Clear the mask</source>
        <translation>清除遮罩</translation>
    </message>
    <message>
        <source>Without a mask of its own the face has that of an average face</source>
        <translation>没有自己的遮罩时，使用平均人脸的遮罩</translation>
    </message>
    <message>
        <source>Mask over the aligned face</source>
        <translation>对齐人脸上的遮罩</translation>
    </message>
    <message>
        <source>Alt turns brush and eraser into each other. Wheel enlarges, right button moves. Everything can be undone.</source>
        <translation>按住 Alt 可互换画笔与橡皮。滚轮放大，右键移动。一切都可撤销。</translation>
    </message>
</context>
<context>
    <name>visagist::NeedsPanel</name>
    <message>
        <source>Memory for training</source>
        <translation>训练所需内存</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Time for training</source>
        <translation>训练所需时间</translation>
    </message>
    <message>
        <source>about %1</source>
        <translation>约 %1</translation>
    </message>
    <message>
        <source>measuring…</source>
        <translation>正在测量…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>Does a few steps of each stage and stores nothing</source>
        <translation>每个阶段试跑几步,不保存任何内容</translation>
    </message>
    <message>
        <source>may change during the run</source>
        <translation>运行中可更改</translation>
    </message>
</context>
<context>
    <name>visagist::NoticeBar</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>visagist::NumberEdit</name>
    <message>
        <source>A whole number from %1 to %2</source>
        <translation>从 %1 到 %2 的整数</translation>
    </message>
    <message>
        <source>A number from %1 to %2</source>
        <translation>从 %1 到 %2 的数</translation>
    </message>
</context>
<context>
    <name>visagist::OptionRow</name>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>The preset has %1. Click, or press Delete in the row, to go back to it.</source>
        <translation>预设值为 %1。单击此处，或在该行按 Delete，即可还原。</translation>
    </message>
    <message>
        <source>Reset %1 to the preset</source>
        <translation>将“%1”还原为预设</translation>
    </message>
    <message>
        <source>May change during the run</source>
        <translation>运行中可更改</translation>
    </message>
</context>
<context>
    <name>visagist::OptionsForm</name>
    <message>
        <source>What the options start from</source>
        <translation>选项的起点</translation>
    </message>
    <message>
        <source>The preset is chosen before a run begins</source>
        <translation>预设须在运行开始前选择</translation>
    </message>
    <message>
        <source>Locked while the run is on</source>
        <translation>运行期间锁定</translation>
    </message>
    <message>
        <source>The network of a run is fixed once it has begun</source>
        <translation>运行开始后网络结构即固定</translation>
    </message>
    <message numerus="yes">
        <source>%n differ from the preset</source>
        <translation>
            <numerusform>%n 项与预设不同</numerusform>
        </translation>
    </message>
    <message>
        <source>As in the preset</source>
        <translation>与预设一致</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Find an option</source>
        <translation>查找选项</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>全部还原</translation>
    </message>
    <message>
        <source>No option is called that.</source>
        <translation>没有这样的选项。</translation>
    </message>
    <message>
        <source>Basic</source>
        <translation>基本</translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation>高级</translation>
    </message>
</context>
<context>
    <name>visagist::PersonListModel</name>
    <message>
        <source>Everybody</source>
        <translation>所有人</translation>
    </message>
    <message>
        <source>Consent recorded</source>
        <translation>已记录同意</translation>
    </message>
    <message>
        <source>No consent recorded</source>
        <translation>未记录同意</translation>
    </message>
</context>
<context>
    <name>visagist::PlotPanel</name>
    <message>
        <source>Generator</source>
        <translation>生成器</translation>
    </message>
    <message>
        <source>Discriminator</source>
        <translation>判别器</translation>
    </message>
    <message>
        <source>Reconstruction</source>
        <translation>重建</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Images a second</source>
        <translation>每秒图像数</translation>
    </message>
    <message>
        <source>Loss scale</source>
        <translation>损失缩放</translation>
    </message>
    <message>
        <source>Export the plot</source>
        <translation>导出曲线图</translation>
    </message>
    <message>
        <source>plot.png</source>
        <translation>曲线图.png</translation>
    </message>
    <message>
        <source>PNG pictures (*.png)</source>
        <translation>PNG 图片 (*.png)</translation>
    </message>
    <message>
        <source>The plot is in %1.</source>
        <translation>曲线图已保存到 %1。</translation>
    </message>
    <message>
        <source>Losses</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Rates</source>
        <translation>速率</translation>
    </message>
    <message>
        <source>Plots</source>
        <translation>曲线图</translation>
    </message>
    <message>
        <source>Smooth</source>
        <translation>平滑</translation>
    </message>
    <message>
        <source>How much the strong curve is smoothed; the faint one is as measured</source>
        <translation>粗线的平滑程度；细线为实测值</translation>
    </message>
    <message>
        <source>Log axis</source>
        <translation>对数轴</translation>
    </message>
    <message>
        <source>Whole run</source>
        <translation>全程</translation>
    </message>
    <message>
        <source>Last %1 steps</source>
        <translation>最近 %1 步</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Export the plot as PNG…</source>
        <translation>将曲线图导出为 PNG…</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>The curves appear with the first report of a run.</source>
        <translation>运行首次汇报后会显示曲线。</translation>
    </message>
    <message>
        <source>Curves of the run</source>
        <translation>运行的曲线</translation>
    </message>
    <message>
        <source>Identity</source>
        <translation>身份</translation>
    </message>
    <message>
        <source>Perceptual</source>
        <translation>感知</translation>
    </message>
    <message>
        <source>Discriminator&apos;s features</source>
        <translation>判别器特征</translation>
    </message>
    <message>
        <source>Adversarial</source>
        <translation>对抗</translation>
    </message>
    <message>
        <source>Content cycle</source>
        <translation>内容循环</translation>
    </message>
    <message>
        <source>Balance</source>
        <translation>平衡</translation>
    </message>
    <message>
        <source>Diversity</source>
        <translation>多样性</translation>
    </message>
    <message>
        <source>Guess of the person</source>
        <translation>人物猜测</translation>
    </message>
    <message>
        <source>Adaptive augmentation</source>
        <translation>自适应增强</translation>
    </message>
    <message>
        <source>R1 penalty</source>
        <translation>R1 惩罚</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>分项</translation>
    </message>
    <message>
        <source>The losses that the generator&apos;s is made of, before their weights</source>
        <translation>构成生成器损失的各项损失(加权之前)</translation>
    </message>
    <message>
        <source>Signs</source>
        <translation>征兆</translation>
    </message>
    <message>
        <source>How the run is: do faces differ, is the person forgotten, how strong is the adaptive augmentation</source>
        <translation>运行状况:人脸是否各不相同、身份是否已被遗忘、自适应增强有多强</translation>
    </message>
    <message>
        <source>FID (clean)</source>
        <translation>FID（clean）</translation>
    </message>
    <message>
        <source>FID</source>
        <translation>FID</translation>
    </message>
    <message>
        <source>FID (StyleGAN)</source>
        <translation>FID（StyleGAN）</translation>
    </message>
    <message>
        <source>Face distance</source>
        <translation>人脸距离</translation>
    </message>
    <message>
        <source>%1 of photos</source>
        <translation>照片之间的%1</translation>
    </message>
    <message>
        <source>Kernel distance x 1000</source>
        <translation>核距离 × 1000</translation>
    </message>
    <message>
        <source>Photos to their person</source>
        <translation>照片到其本人</translation>
    </message>
    <message>
        <source>Swaps to their person</source>
        <translation>换脸到目标人物</translation>
    </message>
    <message>
        <source>Half mixes to the nearest photo</source>
        <translation>半融合到最近的照片</translation>
    </message>
    <message>
        <source>Both parents nearest</source>
        <translation>双亲最近的比例</translation>
    </message>
    <message>
        <source>The curves appear with the first measurement of the faces (see Measuring in the options).</source>
        <translation>第一次测量人脸后出现曲线（见选项中的“测量”）。</translation>
    </message>
    <message>
        <source>Quality</source>
        <translation>质量</translation>
    </message>
    <message>
        <source>How far swaps and half mixes are from photographs, beside how far photographs are from each other, and how near they are to the people they are to show (below 0.6 it is that person); lower is better</source>
        <translation>换脸和半融合与照片的距离，以及照片之间的距离；还有与目标人物的接近程度（低于 0.6 即为此人）；越低越好</translation>
    </message>
</context>
<context>
    <name>visagist::PoseMap</name>
    <message>
        <source>beyond %1°</source>
        <translation>超过 %1°</translation>
    </message>
    <message>
        <source>%1 to %2°</source>
        <translation>%1 至 %2°</translation>
    </message>
    <message>
        <source>%1 to the left</source>
        <translation>向左 %1</translation>
    </message>
    <message>
        <source>%1 to the right</source>
        <translation>向右 %1</translation>
    </message>
    <message>
        <source>%1 down</source>
        <translation>向下 %1</translation>
    </message>
    <message>
        <source>%1 up</source>
        <translation>向上 %1</translation>
    </message>
    <message>
        <source>%1 faces: %2, %3</source>
        <translation>%1 张人脸：%2，%3</translation>
    </message>
    <message>
        <source>up</source>
        <translation>上</translation>
    </message>
    <message>
        <source>down</source>
        <translation>下</translation>
    </message>
    <message>
        <source>left</source>
        <translation>左</translation>
    </message>
    <message>
        <source>right</source>
        <translation>右</translation>
    </message>
    <message>
        <source>Which way the faces of %1 look</source>
        <translation>%1 的人脸朝向</translation>
    </message>
</context>
<context>
    <name>visagist::RateDialog</name>
    <message>
        <source>Trying learning rates</source>
        <translation>正在尝试学习率</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>采用 %1</translation>
    </message>
    <message>
        <source>The loss falls fastest at %1. Larger is faster and less steady.</source>
        <translation>学习率为 %1 时损失下降最快。更大更快，但更不稳定。</translation>
    </message>
    <message>
        <source>A fresh network learns for up to 100 steps while the rate rises.</source>
        <translation>让一个新网络学习至多 100 步，期间学习率逐步升高。</translation>
    </message>
    <message>
        <source>Find a learning rate</source>
        <translation>寻找学习率</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>The loss over the learning rate appears here.</source>
        <translation>这里将显示损失随学习率的变化。</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>visagist::RunHeader</name>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Go on from the newest checkpoint of this run</source>
        <translation>从此运行的最新检查点继续</translation>
    </message>
    <message>
        <source>Start a new run with these options</source>
        <translation>以这些选项开始新的运行</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Go on training</source>
        <translation>继续训练</translation>
    </message>
    <message>
        <source>Pause: the network stays loaded, and Fuse still works</source>
        <translation>暂停：网络保持载入，“融合”仍可使用</translation>
    </message>
    <message>
        <source>Save now</source>
        <translation>立即保存</translation>
    </message>
    <message>
        <source>Save a checkpoint now</source>
        <translation>立即保存检查点</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Save a checkpoint and stop</source>
        <translation>保存检查点并停止</translation>
    </message>
    <message>
        <source>Progress of the run</source>
        <translation>运行进度</translation>
    </message>
</context>
<context>
    <name>visagist::RunHistoryModel</name>
    <message>
        <source>%1 %2 → %3</source>
        <translation>%1 %2 → %3</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>step %1, %2</source>
        <translation>第 %1 步，%2</translation>
    </message>
    <message>
        <source>rolled back</source>
        <translation>已回退</translation>
    </message>
</context>
<context>
    <name>visagist::RunPanel</name>
    <message>
        <source>Set up a new run</source>
        <translation>设置新的运行</translation>
    </message>
    <message>
        <source>One run at a time: stop this one first</source>
        <translation>同时只能有一个运行：请先停止当前运行</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行记录</translation>
    </message>
    <message>
        <source>History of this run</source>
        <translation>此运行的历史</translation>
    </message>
    <message>
        <source>No run yet. Set the options at the right and press Start.</source>
        <translation>还没有运行。请在右侧设置选项，然后按“开始”。</translation>
    </message>
</context>
<context>
    <name>visagist::SamplesPanel</name>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>%1, step %2</source>
        <translation>%1，第 %2 步</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>First sample</source>
        <translation>第一个样本</translation>
    </message>
    <message>
        <source>Newest sample</source>
        <translation>最新样本</translation>
    </message>
    <message>
        <source>Timeline of the samples</source>
        <translation>样本时间轴</translation>
    </message>
    <message>
        <source>Selected</source>
        <translation>所选</translation>
    </message>
    <message>
        <source>Open at full size</source>
        <translation>原尺寸打开</translation>
    </message>
    <message>
        <source>Samples show the same faces again and again while the network learns.</source>
        <translation>样本会在网络学习过程中反复展示相同的人脸。</translation>
    </message>
    <message>
        <source>Sample grid</source>
        <translation>样本网格</translation>
    </message>
</context>
<context>
    <name>visagist::ShareBar</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>visagist::StartPage</name>
    <message>
        <source>, </source>
        <comment>between two names</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>Train a network on the faces of two or more people, and fuse them.</source>
        <translation>用两个或更多人物的人脸训练网络，并将它们融合。</translation>
    </message>
    <message>
        <source>New project…</source>
        <translation>新建项目…</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Try the demo…</source>
        <translation>试用演示…</translation>
    </message>
    <message>
        <source>Make an empty project (Ctrl+N)</source>
        <translation>新建空项目（Ctrl+N）</translation>
    </message>
    <message>
        <source>Open a project (Ctrl+O)</source>
        <translation>打开项目（Ctrl+O）</translation>
    </message>
    <message>
        <source>Make a project of drawn people and train on it</source>
        <translation>生成绘制人物的项目并进行训练</translation>
    </message>
    <message>
        <source>The demo draws three people, and trains on them for five minutes: a fused face shows at the end, also without a graphics card.</source>
        <translation>演示会绘制三个人物，并用它们训练五分钟：最后会显示一张融合的人脸，没有显卡也可以。</translation>
    </message>
    <message>
        <source>Recent projects</source>
        <translation>最近的项目</translation>
    </message>
    <message>
        <source>No project was opened yet.</source>
        <translation>还没有打开过项目。</translation>
    </message>
</context>
<context>
    <name>visagist::StatusLine</name>
    <message>
        <source>Checkpoint %1 saved, %2</source>
        <translation>检查点 %1 已保存，%2</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>%1 img/s</source>
        <translation>%1 img/s</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>剩余 %1</translation>
    </message>
    <message>
        <source>memory %1 / %2 GB</source>
        <translation>内存 %1 / %2 GB</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Open the log</source>
        <translation>打开日志</translation>
    </message>
</context>
<context>
    <name>visagist::SystemPage</name>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Used for</source>
        <translation>用途</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Training, fusing</source>
        <translation>训练、融合</translation>
    </message>
    <message>
        <source>Looking for a graphics card…</source>
        <translation>正在查找显卡…</translation>
    </message>
    <message>
        <source>Fastest device found</source>
        <translation>找到的最快设备</translation>
    </message>
    <message numerus="yes">
        <source>%n thread(s), %1</source>
        <translation>
            <numerusform>%n 个线程，%1</numerusform>
        </translation>
    </message>
    <message>
        <source>, bf16 in hardware</source>
        <translation>，硬件支持 bf16</translation>
    </message>
    <message>
        <source>Reading pictures</source>
        <translation>读取图片</translation>
    </message>
    <message>
        <source>Graphics card</source>
        <translation>显卡</translation>
    </message>
    <message>
        <source>Not used</source>
        <translation>未使用</translation>
    </message>
    <message>
        <source>not linked</source>
        <translation>未链接</translation>
    </message>
    <message>
        <source>No project is open.</source>
        <translation>没有打开的项目。</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>可用 %1</translation>
    </message>
    <message>
        <source>The free space is not known.</source>
        <translation>无法获知可用空间。</translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>保存报告</translation>
    </message>
    <message>
        <source>The report was saved as %1.</source>
        <translation>报告已保存为 %1。</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Of this machine</source>
        <translation>本机内存</translation>
    </message>
    <message>
        <source>Used by Visagist</source>
        <translation>Visagist 占用</translation>
    </message>
    <message>
        <source>Drive of the project</source>
        <translation>项目所在磁盘</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>System</source>
        <translation>系统</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>Versions, devices and the log, with paths taken out. No pictures.</source>
        <translation>版本、设备和日志，已去除路径。不含图片。</translation>
    </message>
    <message>
        <source>Copy the report</source>
        <translation>复制报告</translation>
    </message>
    <message>
        <source>Save the report…</source>
        <translation>保存报告…</translation>
    </message>
</context>
<context>
    <name>visagist::TrainPage</name>
    <message>
        <source>Checkpoint %1 saved, %2</source>
        <translation>检查点 %1 已保存，%2</translation>
    </message>
    <message>
        <source>Step %1: %2</source>
        <translation>第 %1 步：%2</translation>
    </message>
    <message>
        <source>New run</source>
        <translation>新的运行</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1, %2 left</source>
        <translation>%1，剩余 %2</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>No project is open</source>
        <translation>没有打开的项目</translation>
    </message>
    <message>
        <source>The project is open for reading only</source>
        <translation>项目以只读方式打开</translation>
    </message>
    <message>
        <source>This run has made all its steps. Raise Steps to go on.</source>
        <translation>此运行已完成全部步数。要继续，请增大“步数”。</translation>
    </message>
    <message>
        <source>Train on people without a recorded consent?</source>
        <translation>训练未记录同意的人物？</translation>
    </message>
    <message>
        <source>No consent is recorded for: %1.</source>
        <translation>以下人物未记录同意：%1。</translation>
    </message>
    <message>
        <source>Train on these faces only if the people agreed to it. The answer is kept in the project.</source>
        <translation>仅在本人同意的情况下才可用这些人脸训练。回答会保存在项目中。</translation>
    </message>
    <message>
        <source>They agreed: train</source>
        <translation>他们已同意：训练</translation>
    </message>
    <message>
        <source>Do not train</source>
        <translation>不训练</translation>
    </message>
    <message>
        <source>The run is done at step %1.</source>
        <translation>运行已在第 %1 步完成。</translation>
    </message>
    <message>
        <source>The run was saved and stopped at step %1.</source>
        <translation>运行已在第 %1 步保存并停止。</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>Augmentation…</source>
        <translation>增强…</translation>
    </message>
    <message>
        <source>Show what warp, colour, occluders and the like do to the faces</source>
        <translation>查看扭曲、颜色、遮挡物等对人脸的作用</translation>
    </message>
    <message>
        <source>The run that is on says how long it takes.</source>
        <translation>进行中的运行会显示所需时间。</translation>
    </message>
    <message>
        <source>A run could not start like this.</source>
        <translation>这样无法开始运行。</translation>
    </message>
    <message>
        <source>a run that was deleted</source>
        <translation>已删除的训练</translation>
    </message>
    <message>
        <source>New run, from step %1 of %2</source>
        <translation>新训练，从 %2 的第 %1 步开始</translation>
    </message>
    <message>
        <source>Find a learning rate…</source>
        <translation>寻找学习率…</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>A run is on: stop it first</source>
        <translation>正在运行：请先停止</translation>
    </message>
</context>
<context>
    <name>visagist::WorkspaceRail</name>
    <message>
        <source>%1 (Ctrl+%2)</source>
        <translation>%1（Ctrl+%2）</translation>
    </message>
</context>
</TS>
