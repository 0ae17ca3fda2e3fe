#include <QTest>
#include <algorithm>
#include <set>

#include "core/curate/face_query.h"
#include "core/store/face_group_table.h"
#include "tests/support/error_of.h"
#include "tests/support/store_fixture.h"

using namespace visagist;

namespace {

/// Six faces: 1, 2 and 3 of Ada, 4 and 5 of Ben King, 6 of "O'Neil". 3 is excluded.
class Known : public test::StoreFixture {
public:
    Known() {
        for (const auto& [person, path] : {std::pair{"Ada", "/shots/shot_01.png"},
                                           {"Ada", "/shots/shot 02.png"},
                                           {"Ada", "/shots/100%.png"},
                                           {"Ben King", "/ben/a.png"},
                                           {"Ben King", "/ben/b.png"},
                                           {"O'Neil", "/o/日本.png"}})
            ids.push_back(addFace(person, path));
        const std::vector<double> sharp{0.9, 0.3, 0.8, 0.5, 0.1};
        std::vector<FaceNumber> sharps, yaws, pitches;
        for (std::size_t i = 0; i < sharp.size(); ++i) {
            sharps.push_back({ids[i], sharp[i]});
            yaws.push_back({ids[i], -50 + 25.0 * double(i)});
            pitches.push_back({ids[i], 0.0});
        }
        setFaceScore(database(), "sharp", sharps);
        setFaceScore(database(), "yaw", yaws);
        setFaceScore(database(), "pitch", pitches);
        setFaceExcluded(database(), std::vector{ids[2]}, true);
        replaceDuplicates(database(), std::vector<DuplicateRow>{{ids[0], ids[0], 0}, {ids[1], ids[0], 1}});
        replaceIdentities(database(), std::vector<IdentityRow>{{ids[0], ids[0], false, {}},
                                                               {ids[1], ids[3], true, {}},
                                                               {ids[3], ids[3], false, {}}});
        Dataset dataset;
        for (const Person& person : people(database())) dataset.people.push_back(person.id);
        const std::vector<Split> split{Split::Train, Split::Validation, Split::Train, Split::Test,
                                       Split::Train};
        for (std::size_t i = 0; i < split.size(); ++i)
            dataset.faces.push_back({ids[i], findFace(database(), ids[i])->person, split[i]});
        insertDataset(database(), dataset);
    }
    /// The faces found, by their place from 1 on, as "1 2 4".
    QString found(const char* query, const char* sort = "added") {
        QString text;
        for (const ListedFace& face : listFaces(database(), parseFaceQuery(query), parseFaceOrder(sort)))
            text += (text.isEmpty() ? "" : " ") +
                    QString::number(std::ranges::find(ids, face.face) - ids.begin() + 1);
        return text;
    }
    std::vector<std::int64_t> ids;
};

std::optional<QueryError> errorIn(const char* query) {
    try {
        parseFaceQuery(query);
    } catch (const QueryError& error) {
        return error;
    }
    return {};
}

}  // namespace

class TestFaceQuery : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void queriesFindTheirFaces_data() {
        QTest::addColumn<QString>("query");
        QTest::addColumn<QString>("faces");
        const auto row = [](const char* query, const char* faces) {
            QTest::newRow(query) << QString(query) << QString(faces);
        };
        row("", "1 2 4 5 6");
        row("   ", "1 2 4 5 6");
        row("person:ada", "1 2");
        row("PERSON:ADA", "1 2");
        row("person:\"Ben King\"", "4 5");
        row("person:b*", "4 5");
        row("person:O'Neil", "6");
        row("person:nobody", "");
        row("-person:ada", "4 5 6");
        row("not person:ada", "4 5 6");
        row("sharp>0.4", "1 4");
        row("sharp>0.5", "1");
        row("sharp>=0.5", "1 4");
        row("sharp<0.3", "5");
        row("sharp<=.3", "2 5");
        row("sharp=0.5", "4");
        row("sharp!=0.5", "1 2 5 6");
        row("-sharp>0.4", "2 5 6");  // what is not known meets the opposite
        row("sharp:unknown", "6");
        row("sharp:known", "1 2 4 5");
        row("yaw:-25..25", "2 4");
        row("yaw:..-25", "1 2");
        row("yaw:25..", "4 5");
        row("yaw<-20 sharp>0.4", "1");
        row("yaw<-20 and sharp>0.4", "1");
        row("sharp>0.8 or sharp<0.2", "1 5");
        row("person:ada sharp>0.8 or sharp<0.2", "1 5");  // and binds closer
        row("person:ada (sharp>0.8 or sharp<0.2)", "1");
        row("not (person:ada or person:b*)", "6");
        row("-(sharp>0.8) person:ada", "2");
        row("excluded:yes", "3");
        row("excluded:any", "1 2 3 4 5 6");
        row("person:ada excluded:any", "1 2 3");
        row("split:train", "1 5");
        row("split:val", "2");
        row("split:validation", "2");
        row("split:test", "4");
        row("split:none", "6");
        row("duplicate:yes", "1 2");
        row("duplicate:no", "4 5 6");
        row("duplicate:extra", "2");
        row("outlier:yes", "2");
        row("outlier:no", "1 4 5 6");
        row("shot_01", "1");
        row("\"shot 02\"", "2");
        row("file:ben", "4 5");
        row("%", "");
        row("excluded:any 100%", "3");
        row("日本", "6");
        row("'; DROP TABLE face; --", "");
        row("\"x' OR '1'='1\"", "");
    }
    void queriesFindTheirFaces() {
        QFETCH(QString, query);
        QFETCH(QString, faces);
        Known known;
        QCOMPARE(known.found(query.toUtf8().constData()), faces);
    }
    void idAndIdentityNameFaces() {
        Known known;
        const auto text = [&](const char* key, std::size_t i) { return key + std::to_string(known.ids[i]); };
        QCOMPARE(known.found(text("id:", 3).c_str()), QString("4"));
        QCOMPARE(known.found(text("identity:", 3).c_str()), QString("2 4"));
        QCOMPARE(known.found("identity:999"), QString());
    }
    void facesAreSorted() {
        Known known;
        QCOMPARE(known.found("", "sharp"), QString("5 2 4 1 6"));
        QCOMPARE(known.found("", "-sharp"), QString("1 4 2 5 6"));
        QCOMPARE(known.found("", "-added"), QString("6 5 4 2 1"));
        QCOMPARE(known.found("", "file"), QString("4 5 6 2 1"));
        QCOMPARE(known.found("", "person"), QString("1 2 4 5 6"));
        QCOMPARE(known.found("", "-person"), QString("6 4 5 1 2"));
        QCOMPARE(known.found("", "loss"), QString("1 2 4 5 6"));
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, parseFaceOrder("beauty"));
    }
    void facesAreGrouped() {
        Known known;
        const auto groups = [&](const char* by) {
            std::vector<std::int64_t> list;
            for (const ListedFace& face :
                 listFaces(known.database(), {}, parseFaceOrder("-sharp"), parseFaceGrouping(by)))
                list.push_back(face.group);
            return list;
        };
        const auto& ids = known.ids;
        QCOMPARE(groups("none"), (std::vector<std::int64_t>{0, 0, 0, 0, 0}));
        QCOMPARE(groups("duplicate"), (std::vector<std::int64_t>{ids[0], ids[0], ids[3], ids[4], ids[5]}));
        QCOMPARE(groups("identity"), (std::vector<std::int64_t>{0, 0, ids[0], ids[3], ids[3]}));
        // yaw -50, -25, 25, 50 at level pitch; unknown first
        QCOMPARE(groups("pose"), (std::vector<std::int64_t>{-1, 5, 6, 8, 9}));
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, parseFaceGrouping("size"));
    }
    void anErrorSaysWhereAndWhat_data() {
        QTest::addColumn<QString>("query");
        QTest::addColumn<int>("position");
        QTest::addColumn<QString>("hint");
        const auto row = [](const char* query, int position, const char* hint) {
            QTest::newRow(query) << QString(query) << position << QString(hint);
        };
        row("sharpp>0.4", 0, "\"sharp\"");
        row("person:ada shrap>0.4", 11, "\"sharp\"");
        row("sharp>high", 6, "\"high\" is not a number");
        row("sharp>nan", 6, "not a number");
        row("sharp>inf", 6, "not a number");
        row("yaw:20..-20", 4, "-20..20");
        row("yaw:1..2..3", 4, "not a number");
        row("(person:ada", 0, "not closed");
        row("person:ada)", 10, "without its");
        row("()", 1, "missing before");
        row("person:\"ada", 7, "not closed");
        row("person:", 0, "missing behind \"person:\"");
        row("person>ada", 0, "person:VALUE");
        row("split:all", 6, "train, val, test or none");
        row("duplicate:maybe", 10, "yes, no or extra");
        row("or person:ada", 0, "in quotes");
        row("person:ada or", 13, "missing at the end");
        row("not", 3, "missing at the end");
        row("id:three", 3, "number of a face");
    }
    void anErrorSaysWhereAndWhat() {
        QFETCH(QString, query);
        QFETCH(int, position);
        QFETCH(QString, hint);
        const auto error = errorIn(query.toUtf8().constData());
        QVERIFY(error);
        QCOMPARE(static_cast<int>(error->position()), position);
        QVERIFY2(QString(error->what()).contains(hint), error->what());
        QVERIFY2(QString(error->what()).contains("Character " + QString::number(position + 1)),
                 error->what());
        QVERIFY(error->position() + error->length() <= static_cast<std::size_t>(query.toUtf8().size()));
    }
    void manyParenthesesAreRefused() {
        QVERIFY(errorIn(std::string(100'000, '(').c_str()));
        QVERIFY(errorIn((std::string(100'000, '-') + "a").c_str()));
    }
    void wordsAndNamesAreSuggested() {
        Known known;
        const auto texts = [&](std::string_view text) {
            QStringList list;
            for (const QuerySuggestion& one : querySuggestions(known.database(), text, text.size()))
                list += QString::fromStdString(one.text);
            return list.join(' ');
        };
        QCOMPARE(texts("sh"), QString("sharp"));
        QCOMPARE(texts("person:ada -sh"), QString("sharp"));
        QCOMPARE(texts("per"), QString("person:"));
        QCOMPARE(texts("person:a"), QString("Ada"));
        QCOMPARE(texts("person:b"), QString("\"Ben King\""));
        QCOMPARE(texts("(split:t"), QString("train test"));
        QCOMPARE(texts("duplicate:"), QString("yes no extra"));
        QVERIFY(texts("").contains("occlusion"));
        const auto one = querySuggestions(known.database(), "sharp>1 person:a", 16);
        QCOMPARE(one.size(), 1u);
        QCOMPARE(one[0].start, 15u);
        QCOMPARE(querySuggestions(known.database(), "sh person:a", 2)[0].text, std::string("sharp"));
    }
};

QTEST_APPLESS_MAIN(TestFaceQuery)
#include "tst_face_query.moc"
